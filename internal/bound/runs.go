package bound

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Run is a function that a call is given and runs.
type Run struct {
	Fn     ast.Expr
	Items  ast.Expr // once for each element of it; nil: once
	Serial bool     // in the caller's goroutine, one after the other
	Group  ast.Expr // g of g.Go(f), which somebody waits for; nil where the call itself waits, or nobody does
}

// Runs lists the functions that a call runs: in goroutines, as g.Go does, or in the caller's, once per element.
func (r *Result) Runs(call *ast.CallExpr) []Run {
	if r.m == nil {
		return nil
	}
	t := r.m.syn.Target(call)
	arg := func(i int) ast.Expr {
		if i < 0 || i >= len(call.Args) {
			return nil
		}
		return call.Args[i]
	}
	if s := lookup(starters, t.Fn); s != nil && arg(s.fn) != nil {
		return []Run{{Fn: arg(s.fn), Items: arg(s.items), Group: t.Recv}}
	}
	if s := lookup(serial, t.Fn); s != nil && arg(s.fn) != nil {
		items := arg(s.items)
		if items == nil {
			items = t.Recv
		}
		return []Run{{Fn: arg(s.fn), Items: items, Serial: true}}
	}
	var out []Run
	for _, s := range r.m.about(t).Starts {
		if fn := arg(s.Fn); fn != nil {
			out = append(out, Run{Fn: fn, Items: arg(s.Items), Serial: s.Serial, Group: t.Recv})
		}
	}
	return out
}

// Target resolves the function of a Run.
func (r *Result) Target(run Run) syntax.Target { return r.m.syn.FuncValue(run.Fn) }
