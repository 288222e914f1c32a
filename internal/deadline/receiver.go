package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// ofReceiver is the context that a method's receiver keeps, where the method itself says that it is meant for its calls:
// it gives that one to another of them. Whose context a receiver holds cannot be told otherwise.
//
//	func (l *OrderLogic) Create(in *Req) error {
//		l.orders.Insert(l.ctx, order)
//		l.queue.Enqueue(task)          // l.ctx is at hand
func (m *model) ofReceiver(c *downstream.Call) *Hand {
	root := c.In.Root()
	if root.Sig == nil || root.Sig.Recv() == nil {
		return nil
	}
	for f := c.In; f != root; f = f.Outer {
		if lit, ok := f.Node.(*ast.FuncLit); !ok || m.runs(lit) != within {
			return nil
		}
	}
	self := root.Sig.Recv()
	st, ok := syntax.Deref(self.Type()).Underlying().(*types.Struct)
	if !ok || !hasContextField(st) {
		return nil
	}
	for _, calls := range [][]*downstream.Call{m.down.Calls, m.down.Likely} {
		for _, other := range calls {
			if other == c || other.In.Root() != root {
				continue
			}
			for _, a := range other.Expr.Args {
				sel, ok := ast.Unparen(a).(*ast.SelectorExpr)
				if !ok || !syntax.IsContext(m.info.TypeOf(sel)) || m.syn.VarOf(sel.X) != self {
					continue
				}
				if v := m.syn.VarOf(sel); v != nil && v.IsField() && m.context(sel, 0).Origin != Root {
					h := &Hand{Expr: types.ExprString(sel), Var: v, Owner: root}
					if d := m.derived(h, c.Expr); d != nil {
						h.Expr, h.Derived = d.Name(), d
					}
					return h
				}
			}
		}
	}
	return nil
}

func hasContextField(st *types.Struct) bool {
	for f := range st.Fields() {
		if syntax.IsContext(f.Type()) {
			return true
		}
	}
	return false
}
