package deadline

import (
	"go/ast"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// deadlinesGiven gives what SetDeadline, SetReadDeadline or SetTimeout were called with, before the call and in the same
// declaration, on its receiver or an argument, or on what these were made out of:
//
//	conn.SetDeadline(end)
//	err := tls.Client(conn, conf).Handshake()
func (m *model) deadlinesGiven(c *downstream.Call) []ast.Expr {
	var out []ast.Expr
	m.syn.Inspect(c.In.Root().Body, func(n ast.Node) bool {
		if n != nil && n.Pos() > c.Expr.Pos() {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && strings.HasPrefix(sel.Sel.Name, "Set") && syntax.HasWord(sel.Sel.Name, "timeout", "deadline") && m.madeWith(c, sel.X) {
			out = append(out, call.Args[0])
		}
		return true
	})
	return out
}

// madeWith: the variable that x names is the call's receiver or an argument, or one of these was made out of it.
func (m *model) madeWith(c *downstream.Call, x ast.Expr) bool {
	v := m.syn.VarOf(x)
	if v == nil {
		return false
	}
	parts := c.Expr.Args
	if c.Recv != nil {
		parts = append([]ast.Expr{c.Recv}, parts...)
	}
	found := false
	for _, e := range parts {
		m.values(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && m.syn.VarOf(id) == v
			return !found
		}, 0)
	}
	return found
}
