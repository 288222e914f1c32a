package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Guard is a call through the runtime that says whether the answer can do without it: aggregate.Require and Prefer,
// downstream.DoOr.
type Guard struct {
	Call *ast.CallExpr
	In   *syntax.Func
	// Optional: a failure does not fail the answer.
	Optional bool
	// Name and Class are the downstream's, as its constructor or the contract says; "" where neither is known.
	Name, Class string
	// Group is the variable of the aggregate.Group; nil for DoOr, or where it is no local variable.
	Group *types.Var
}

// Guards lists them in source order.
func (r *Result) Guards() (out []Guard) {
	if r.m == nil {
		return nil
	}
	m := r.m
	for _, f := range m.Funcs {
		if f.Broken || f.Test {
			continue
		}
		m.Flat(f.Body, syntax.Calls, func(n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 3 {
				return
			}
			fn := m.Target(call).Fn
			g := Guard{Call: call, In: f}
			switch {
			case syntax.IsFunc(fn, runtimePath+"aggregate", "Require", "Prefer"):
				g.Optional, g.Group = fn.Name() == "Prefer", m.VarOf(call.Args[0])
			case syntax.IsFunc(fn, runtimePath+"downstream", "DoOr"):
				g.Optional = true
			default:
				return
			}
			d := m.dependencyOf(call.Args[1], 0)
			g.Name, g.Class = d.name, d.class
			out = append(out, g)
		})
	}
	return out
}

// Asked reports whether somebody asks which parts of a group are missing: group.Degraded(), or the State of a result. A
// group that is handed to another function counts as asked.
func (r *Result) Asked(g Guard) bool {
	found := false
	r.m.Walk(g.In.Root().Node, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		fn := r.m.Target(call).Fn
		switch {
		case syntax.IsMethod(fn, runtimePath+"aggregate", "Group", "Degraded"), syntax.IsMethod(fn, runtimePath+"aggregate", "Result", "State"):
			found = true
		case !syntax.IsFunc(fn, runtimePath+"aggregate", "Require", "Prefer"):
			for _, a := range call.Args {
				found = found || r.m.VarOf(a) == g.Group
			}
		}
		return !found
	})
	return found || r.m.returned(g)
}

// returned: the function gives the group to its caller.
func (m *model) returned(g Guard) bool {
	found := false
	m.Flat(g.In.Body, syntax.Returns, func(n ast.Node) {
		for _, e := range n.(*ast.ReturnStmt).Results {
			found = found || m.VarOf(e) == g.Group
		}
	})
	return found
}
