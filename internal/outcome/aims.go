package outcome

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Aims is the fact of a function whose parameters say where it asks, and not only what for.
//
//	func (f *Feed) ask(ctx context.Context, p Provider) (float64, error) { … http.NewRequest("GET", p.URL, nil) … } // 1
type Aims struct {
	Params []int // the host, what begins an address, or what has a client
	URLs   []int // all of an address: maybe a page of one and the same server
}

func (*Aims) AFact() {}

func (a *Aims) String() string { return fmt.Sprintf("aims%v%v", a.Params, a.URLs) }

// lead says how an address has to do with a place.
type lead uint8

const (
	nowhere lead = iota
	whole        // it is the address
	begins       // it is the host, or what the address begins with
)

// learnAims finds them, callees before callers as far as a few rounds go.
func (m *model) learnAims() {
	m.down.Implementations(func(method string, impl *types.Func) { m.impls[method] = append(m.impls[method], impl) })
	for grew, round := true, 0; grew && round < 4; round++ {
		grew = false
		for _, f := range m.Funcs {
			if f.Obj == nil || !m.far[f] || f.Broken || f.Test || f.Sig == nil {
				continue
			}
			for i, v := range f.Params {
				if i < 0 || !mayAim(v.Type()) {
					continue
				}
				a := m.aims[f.Obj]
				if a != nil && (slices.Contains(a.Params, i) || slices.Contains(a.URLs, i)) {
					continue
				}
				l := m.aimed(f, v)
				if l == nowhere {
					continue
				}
				if grew = true; a == nil {
					a = new(Aims)
					m.aims[f.Obj] = a
				}
				if l == whole {
					a.URLs = append(a.URLs, i)
				} else {
					a.Params = append(a.Params, i)
				}
			}
		}
	}
	for fn, a := range m.aims {
		slices.Sort(a.Params)
		slices.Sort(a.URLs)
		m.export(fn, a)
	}
}

func mayAim(t types.Type) bool {
	if syntax.IsContext(t) || syntax.IsError(t) {
		return false
	}
	switch u := syntax.Deref(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Struct, *types.Interface:
		return true
	}
	return false
}

// aimsOf are the parameters of fn that say where it asks.
func (m *model) aimsOf(fn *types.Func) *Aims {
	none := new(Aims)
	if fn == nil {
		return none
	}
	if a, ok := m.aims[fn.Origin()]; ok {
		return a
	}
	if fn.Pkg() != m.Types && m.fact(fn.Origin(), none) {
		return none
	}
	if syntax.IsInterface(fn) {
		for _, impl := range m.impls[downstream.Key(fn)] {
			if a, ok := m.aims[impl.Origin()]; ok {
				return a
			}
			if impl.Pkg() != m.Types && m.fact(impl.Origin(), none) {
				return none
			}
		}
	}
	return none
}

// aimed: f asks at v.
func (m *model) aimed(f *syntax.Func, v *types.Var) (l lead) {
	s := places{m: m, elems: map[*types.Var]bool{v: true}}
	s.spread(f.Body)
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if c := m.remote[n.(*ast.CallExpr)]; c != nil {
			l = max(l, s.goes(c))
		}
		return l != begins
	})
	return l
}
