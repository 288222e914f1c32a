package held

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// transactions finds the regions of f in which a transaction is open.
func (m *model) transactions(f *syntax.Func) {
	if tx := m.given(f); tx != "" {
		m.open(f, f.Node, tx, f.Body.List, token.NoPos)
		return
	}
	m.lists(f, func(list []ast.Stmt) {
		for i, s := range list {
			// Have: tx, err := db.BeginTx(ctx, nil)
			as, ok := s.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 {
				continue
			}
			call, ok := as.Rhs[0].(*ast.CallExpr)
			v := m.syn.VarOf(as.Lhs[0])
			if !ok || v == nil || !isTx(v.Type()) {
				continue
			}
			if fn := m.syn.Target(call).Fn; fn == nil || !syntax.HasWord(fn.Name(), "begin", "beginx", "tx", "txx", "transaction") {
				continue
			}
			end := m.committed(list[i+1:], v)
			m.open(f, call, types.ExprString(as.Lhs[0]), list[i+1:], end)
		}
	})
}

func (m *model) open(f *syntax.Func, from ast.Node, tx string, list []ast.Stmt, end token.Pos) {
	calls := slices.DeleteFunc(m.callsIn(f, list, end, ""), func(c *downstream.Call) bool { return !m.waits(c, 0, remote) })
	if len(calls) > 0 {
		m.found = append(m.found, Region{In: f, From: from, What: tx, Tx: true, Calls: calls})
	}
}

// committed is where, in the list, the transaction ends: the first statement that commits it, also in an if's head.
func (m *model) committed(list []ast.Stmt, v *types.Var) token.Pos {
	for _, s := range list {
		if _, isDefer := s.(*ast.DeferStmt); isDefer {
			continue
		}
		end := token.NoPos
		m.syn.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Commit" && m.syn.VarOf(sel.X) == v && !end.IsValid() {
					end = n.Pos()
				}
			}
			return true
		})
		if end.IsValid() {
			return end
		}
	}
	return token.NoPos
}

// given spells the transaction that f takes as a parameter; "" if it takes none, or ends it itself.
func (m *model) given(f *syntax.Func) string {
	name := ""
	f.Params(func(i int, v *types.Var) bool {
		if i >= 0 && (isTx(v.Type()) || m.isGormTx(f, v)) && !m.committed(f.Body.List, v).IsValid() {
			if name = v.Name(); name == "" || name == "_" {
				name = "the transaction"
			}
		}
		return name == ""
	})
	return name
}

// isTx: an SQL transaction by its type: *sql.Tx, *sqlx.Tx, pgx.Tx, bun.Tx.
func isTx(t types.Type) bool {
	n := syntax.NameOf(t)
	if n == nil || n.Name() != "Tx" || n.Pkg() == nil {
		return false
	}
	switch n.Pkg().Name() {
	case "sql", "sqlx", "pgx", "bun", "pg", "ent":
		return true
	}
	return false
}

// isGormTx: f is a literal that gorm runs inside a transaction: db.Transaction(func(tx *gorm.DB) error {…}).
func (m *model) isGormTx(f *syntax.Func, v *types.Var) bool {
	call, ok := m.syn.Parent(f.Node).(*ast.CallExpr)
	if !ok || !syntax.Is(v.Type(), "gorm.io/gorm", "DB") {
		return false
	}
	fn := m.syn.Target(call).Fn
	return fn != nil && syntax.HasWord(fn.Name(), "transaction", "tx", "transact", "atomic")
}
