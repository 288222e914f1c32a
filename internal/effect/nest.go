package effect

import (
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// nest finds out which loops run within others, by way of calls in this package, on their way to the same places. One
// call that is waited for n × m times is one fault, best mended outside.
//
//	for _, svc := range services { all = append(all, targets(svc)...) } // the outer one
//	func targets(svc) { for _, lb := range svc.Ingress { net.LookupIP(lb.Host) } }
func (m *model) nest(loops []*Loop) {
	around := map[*Loop]map[*syntax.Func]bool{}
	for _, l := range loops {
		around[l] = m.callers(l.In.Root())
	}
	leads := func(outer, inner *Loop) bool {
		return outer.In.Root() != inner.In.Root() && slices.ContainsFunc(outer.Calls, func(c Member) bool {
			return c.Func != nil && around[inner][c.Func] && arrives(c, inner)
		})
	}
	for _, inner := range loops {
		for _, outer := range loops {
			if leads(outer, inner) && !leads(inner, outer) {
				inner.Within = append(inner.Within, outer)
			}
		}
	}
}

// callers are the functions of this package from which f is reached, and f.
func (m *model) callers(f *syntax.Func) map[*syntax.Func]bool {
	seen := map[*syntax.Func]bool{f: true}
	for todo := []*syntax.Func{f}; len(todo) > 0; todo = todo[1:] {
		for _, u := range m.users[todo[0]] {
			if !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
		}
	}
	return seen
}

// arrives: the call reaches all that the inner loop waits for.
func arrives(c Member, inner *Loop) bool {
	for _, i := range inner.Calls {
		if i.Likely || len(i.Effects()) == 0 {
			return false
		}
		for _, x := range i.Effects() {
			if !slices.ContainsFunc(c.Effects(), func(y downstream.Reach) bool { return y.Sink == x.Sink }) {
				return false
			}
		}
	}
	return true
}
