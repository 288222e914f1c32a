package outcome

import (
	"go/ast"
	"go/token"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Instead reports whether a call is made only where an earlier one of the function has failed: if it fails, too, there is
// nothing left to answer with.
//
//	p, err := s.fromCarrier(ctx, id)
//	if err == nil {
//		return p, nil
//	}
//	return s.fromAggregator(ctx, id)
func (r *Result) Instead(o *Outcome) bool {
	for i := range r.Outcomes {
		first := &r.Outcomes[i]
		if first.In != o.In || first.Expr.Pos() >= o.Expr.Pos() || first.Err == nil {
			continue
		}
		if first.Branch != nil && within(first.Branch, o.Expr) || r.m.leftWell(first, o.Expr) {
			return true
		}
	}
	return false
}

// leftWell: where the call went well, the function has ended before it comes to n.
func (m *model) leftWell(o *Outcome, n ast.Node) bool {
	is, ok := o.Around.(*ast.IfStmt)
	if !ok {
		return false
	}
	cond, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || m.VarOf(cond.X) != o.Err || !m.isNil(cond.Y) {
		return false
	}
	list := m.Parent(is)
	return is.End() < n.Pos() && list != nil && within(list, n) && syntax.Leaves(is.Body)
}
