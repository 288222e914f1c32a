package deadline

import (
	"go/ast"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// budgeted: the call takes a duration that is computed from the context at hand, or is made on or with a value whose
// limit is set so, and so the context reaches it:
//
//	dialer.Deadline, _ = ctx.Deadline()
//	conn, err := tls.DialWithDialer(dialer, "tcp", addr, config)
func (m *model) budgeted(c *downstream.Call, h *Hand) bool {
	from := func(e ast.Expr) bool {
		found := false
		m.values(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v := m.syn.VarOf(id); v != nil && (v == h.Var || syntax.IsContext(v.Type())) {
					found = true
				}
			}
			return !found
		}, 0)
		return found
	}
	if slices.ContainsFunc(m.limitField(c), from) || slices.ContainsFunc(m.deadlinesGiven(c), from) {
		return true
	}
	return slices.ContainsFunc(c.Expr.Args, func(a ast.Expr) bool { return syntax.Is(m.info.TypeOf(a), "time", "Duration") && from(a) })
}

// values inspects an expression and the definitions of the variables in it.
func (m *model) values(e ast.Expr, f func(ast.Node) bool, depth int) {
	m.syn.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && depth < 4 {
			if v := m.syn.VarOf(id); v != nil && !v.IsField() {
				for _, d := range m.syn.Reach(v, id) {
					if d.Rhs != nil && d.Kind == syntax.Assigned {
						m.values(d.Rhs, f, depth+1)
					}
				}
			}
		}
		return f(n)
	})
}
