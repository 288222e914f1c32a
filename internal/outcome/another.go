package outcome

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// another: second asks for the same somewhere else: the same function with another receiver or another target, or
// another function that answers the same from another kind of service, or that says that it stands in.
func (m *model) another(att attempted, second *downstream.Call, returned bool) bool {
	first := att.call
	if m.likely[first] && !slices.ContainsFunc(namesOf(second), standsInWord) {
		return false // maybe neither of them is far away
	}
	if first.Fn == nil || second.Fn == nil {
		return false
	}
	if first.Fn == second.Fn || first.Fn.Name() == second.Fn.Name() {
		return m.elsewhere(first, second)
	}
	if changes(first) || changes(second) {
		return false
	}
	a, b := att.gives, m.results(second)
	alike := a != nil && b != nil && a.Len() > 1 && types.Identical(a, b)
	if alike && Reads(first) && Reads(second) && first.Recv != nil && second.Recv != nil && m.root(first.Recv) != nil &&
		types.ExprString(first.Recv) != types.ExprString(second.Recv) {
		return !readsThrough(first, second)
	}
	if !alike && (!returned || b == nil || b.Len() < 2) {
		return false
	}
	return slices.ContainsFunc(namesOf(second), standsInWord) || m.otherName(first, second) || otherKind(first, second)
}

// otherName: directives, the configuration or the contract give them names of two downstreams, of which the first is no cache.
func (m *model) otherName(first, second *downstream.Call) bool {
	if m.dirs == nil {
		return false
	}
	a, ok := m.dirs.Named(first.Fn)
	b, too := m.dirs.Named(second.Fn)
	return ok && too && a.Name != "" && b.Name != "" && a.Name != b.Name && !syntax.HasWord(a.Name, "cache") && !syntax.HasWord(b.Name, "cache")
}

// changes: a function whose name says that it makes or changes something.
func changes(c *downstream.Call) bool {
	w := syntax.Words(c.Fn.Name())[0]
	return !standsInWord(w) && slices.Contains(writing, w) || w == "retry" || w == "handle" || w == "refresh" || w == "report" || w == "log"
}

func standsInWord(w string) bool {
	switch w {
	case "fallback", "backup", "secondary", "mirror", "replica", "alternate", "alternative", "standby", "failover", "archive", "legacy", "spare":
		return true
	}
	return false
}

// otherKind: they leave the process in different ways, and the first one is no database that is asked before its source.
func otherKind(first, second *downstream.Call) bool {
	a, b := first.Effects(), second.Effects()
	if len(a) == 0 || len(b) == 0 || readsThrough(first, second) {
		return false
	}
	for _, x := range a {
		if x.Protocol == "declared" || slices.ContainsFunc(b, func(y downstream.Reach) bool { return y.Protocol == x.Protocol || y.Protocol == "declared" }) {
			return false
		}
	}
	return true
}

// readsThrough: a store of the service's own is asked before the service that fills it.
func readsThrough(first, second *downstream.Call) bool {
	own := func(r downstream.Reach) bool {
		return r.Protocol == catalog.SQL || r.Protocol == catalog.Mongo || r.Protocol == catalog.Etcd || r.Protocol == catalog.Redis || r.Protocol == catalog.Cache
	}
	return slices.ContainsFunc(first.Effects(), own) && !slices.ContainsFunc(second.Effects(), own)
}

// elsewhere: the receivers differ, or each argument that differs names a target.
func (m *model) elsewhere(first, second *downstream.Call) bool {
	if first.Recv != nil && second.Recv != nil && types.ExprString(first.Recv) != types.ExprString(second.Recv) {
		return m.otherValue(first.Recv, second.Recv)
	}
	if len(first.Expr.Args) != len(second.Expr.Args) {
		return false
	}
	differ, aims := 0, m.aimsOf(first.Fn)
	for i, a := range first.Expr.Args {
		b := second.Expr.Args[i]
		if syntax.IsContext(m.Info.TypeOf(a)) || types.ExprString(a) == types.ExprString(b) {
			continue
		}
		if syntax.IsRequest(m.Info.TypeOf(a)) {
			if !m.requestsApart(a, b) {
				return false
			}
		} else if !m.place(a) || !m.place(b) {
			if !slices.Contains(aims.Params, i) || !m.named(a) || !m.named(b) {
				return false
			}
		}
		differ++
	}
	return differ > 0
}

// requestsApart: two requests were made for different places.
func (m *model) requestsApart(a, b ast.Expr) bool {
	x, y := m.addressIn(a), m.addressIn(b)
	return x != nil && y != nil && types.ExprString(x) != types.ExprString(y) && m.place(x) && m.place(y)
}

// addressIn is the address that a request was made for.
func (m *model) addressIn(e ast.Expr) ast.Expr {
	v := m.VarOf(e)
	if v == nil {
		return nil
	}
	for _, d := range m.Reach(v, e) {
		call, ok := d.Rhs.(*ast.CallExpr)
		if !ok {
			continue
		}
		if fn := m.Target(call).Fn; syntax.IsFunc(fn, "net/http", "NewRequestWithContext", "NewRequest") && len(call.Args) > 2 {
			return call.Args[len(call.Args)-2]
		}
	}
	return nil
}

// otherValue: the receivers are different values, and not the same one with another setting: s.db.Where(…) and s.db.
func (m *model) otherValue(a, b ast.Expr) bool {
	return m.base(a) != m.base(b)
}

// base spells a receiver without the methods that are called on it, and without the parts of a library's client.
func (m *model) base(e ast.Expr) string {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			sel, ok := x.Fun.(*ast.SelectorExpr)
			if !ok || m.Info.Selections[sel] == nil {
				return types.ExprString(e)
			}
			e = sel.X
		case *ast.SelectorExpr: // client.Users and client.Organizations are parts of one SDK's client
			v := m.VarOf(x)
			if v == nil || !v.IsField() || v.Pkg() == nil || v.Pkg() == m.Types || !catalog.KnowsPackage(v.Pkg()) {
				return types.ExprString(x)
			}
			e = x.X
		default:
			return types.ExprString(x)
		}
	}
}

// named: a variable or a field.
func (m *model) named(e ast.Expr) bool { return m.VarOf(e) != nil }

// place: a string that is or contains a field or a variable of the package: where something is, not what is asked for.
func (m *model) place(e ast.Expr) bool {
	if !syntax.IsString(m.Info.TypeOf(e)) {
		return false
	}
	found := false
	m.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if v := m.VarOf(x); v != nil && (v.IsField() || m.global(v)) {
				found = true
			}
		}
		return !found
	})
	return found
}
