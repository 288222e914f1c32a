package deadline

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// guard finds the bool parameter of f on which a call depends:
//
//	func targets(svc *Service, resolve bool) { if resolve { net.LookupIP(…) } }
//
// It sees plain `if p` and `if !p` only.
func (m *model) guard(f *syntax.Func, c *downstream.Call) int {
	child := ast.Node(c.Expr)
	for n := m.syn.Parent(child); n != nil && n != f.Node; child, n = n, m.syn.Parent(n) {
		is, ok := n.(*ast.IfStmt)
		if !ok || child != is.Body && child != is.Else {
			continue
		}
		cond, sign := ast.Unparen(is.Cond), 1
		if u, ok := cond.(*ast.UnaryExpr); ok && u.Op == token.NOT {
			cond, sign = ast.Unparen(u.X), -1
		}
		if child == is.Else {
			sign = -sign
		}
		id, ok := cond.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := m.info.Uses[id].(*types.Var)
		if !ok {
			continue
		}
		if defs := m.syn.All(v); len(defs) == 1 && defs[0].Kind == syntax.Param && defs[0].Func == f && defs[0].Param >= 0 {
			return sign * (defs[0].Param + 1)
		}
	}
	return 0
}

// shut reports whether the constant that the call passes keeps the guarded call from being made.
func (m *model) shut(c *downstream.Call, guard int) bool {
	if guard == 0 {
		return false
	}
	arg := c.Arg(c.Expr, max(guard, -guard)-1)
	if arg == nil {
		return false
	}
	tv, ok := m.info.Types[arg]
	return ok && tv.Value != nil && tv.Value.Kind() == constant.Bool && constant.BoolVal(tv.Value) != (guard > 0)
}
