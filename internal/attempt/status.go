package attempt

import (
	"go/ast"
	"go/token"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// alike returns the comparison by which a loop treats all HTTP statuses of 400 and more alike, so that a request that
// can never succeed is made again: StatusCode < 400, != http.StatusOK, /100 == 2. It is nil if the loop looks at
// statuses in any other way as well.
func (m *model) alike(l *loop) ast.Expr {
	var found ast.Expr
	other := false
	for _, s := range l.body {
		m.syn.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SwitchStmt:
				other = other || n.Tag != nil && m.mentionsStatus(n.Tag)
			case *ast.BinaryExpr:
				if n.Op == token.LAND || n.Op == token.LOR || !m.mentionsStatus(n) {
					return true
				}
				if m.splits400(n) {
					if found == nil {
						found = n
					}
				} else {
					other = true
				}
				return false
			case *ast.CallExpr:
				// retryable(resp), isTemporary(resp.StatusCode); not Errorf("status %d", resp.StatusCode)
				t := m.info.TypeOf(n)
				if t == nil || t.String() != "bool" {
					return true
				}
				for _, a := range n.Args {
					other = other || m.mentionsStatus(a) || syntax.Is(m.info.TypeOf(a), "net/http", "Response") || syntax.IsError(m.info.TypeOf(a))
				}
			}
			return true
		})
	}
	if other {
		return nil
	}
	return found
}

// splits400: everything from 400 on is on one side of the comparison.
func (m *model) splits400(b *ast.BinaryExpr) bool {
	n, ok := m.number(b.Y)
	if !ok {
		return false
	}
	if d, ok := ast.Unparen(b.X).(*ast.BinaryExpr); ok && d.Op == token.QUO {
		return (b.Op == token.EQL || b.Op == token.NEQ) && n == 2
	}
	switch b.Op {
	case token.LSS, token.GEQ:
		return n >= 300 && n <= 400
	case token.LEQ, token.GTR:
		return n >= 299 && n <= 399
	case token.EQL, token.NEQ:
		return n >= 200 && n < 300
	}
	return false
}
