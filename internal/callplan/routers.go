package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// spread finds the routers that belong to those of l, in whatever function of the package: groups and sub-routers, and
// what a function that is given a router calls it.
//
//	r.Route("/a", func(r chi.Router) { … })    v1 := e.Group("/v1")    mux.Handle("/a/", sub)    s.addRoutes(r)
func (m *model) spread(l *layers) {
	seen := map[*ast.CallExpr]bool{}
	for more := len(l.routers) > 0; more; {
		more = false
		for _, file := range m.Files {
			m.Walk(file, syntax.Calls, func(n ast.Node) bool {
				if call := n.(*ast.CallExpr); !seen[call] && m.isRouting(call, l) {
					seen[call], more = true, true
					m.spreadCall(call, l)
				}
				return true
			})
		}
	}
}

// isRouting: the call is a method of a router, or is given one.
func (m *model) isRouting(call *ast.CallExpr, l *layers) bool {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && m.isRouter(sel.X, l) {
		return true
	}
	for _, a := range call.Args {
		if m.isRouter(a, l) {
			return true
		}
	}
	return false
}

// isRouter: a router of l, or a call of a method of one, as in r.With(auth).Get("/", h).
func (m *model) isRouter(e ast.Expr, l *layers) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return l.routers[m.VarOf(e)]
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && m.isRouter(sel.X, l)
	}
	return false
}

func (m *model) spreadCall(call *ast.CallExpr, l *layers) {
	if f := m.Target(call).Func; f != nil {
		for i, v := range f.Params {
			if i >= 0 && i < len(call.Args) && m.isRouter(call.Args[i], l) {
				l.routers[v] = true
			}
		}
		return
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !m.isRouter(sel.X, l) {
		return
	}
	for _, a := range call.Args {
		if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok {
			for _, v := range m.FuncOf(lit).Params {
				if router(v.Type()) {
					l.routers[v] = true
				}
			}
		} else if v := m.VarOf(a); v != nil && router(v.Type()) {
			l.routers[v] = true
		}
	}
	if as, ok := m.Parent(call).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && router(m.Info.TypeOf(as.Lhs[0])) {
		if v := m.VarOf(as.Lhs[0]); v != nil {
			l.routers[v] = true
		}
	}
}

// router: the type has a method by which handlers are registered.
func router(t types.Type) bool {
	if t == nil {
		return false
	}
	for _, name := range []string{"HandleFunc", "Handle", "GET", "Route", "Group"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			_, ok := obj.(*types.Func)
			return ok
		}
	}
	return false
}
