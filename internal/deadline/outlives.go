package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// outlives: the call's result still needs its context when the function around the call has returned. Rows, a
// transaction and a response are over with the context that they were asked for with; if that one is cancelled at the
// function's end (defer cancel(), a group's Wait), whoever is given them reads an error.
//
//	rows, err = db.QueryContext(ctx, …) // rows is a variable of the function around
//	return db.QueryContext(ctx, …)
func (m *model) outlives(c *downstream.Call) bool {
	switch up := m.syn.Parent(c.Expr).(type) {
	case *ast.ReturnStmt:
		t := m.info.TypeOf(c.Expr)
		if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
			t = tuple.At(0).Type()
		}
		return holdsContext(t)
	case *ast.AssignStmt:
		if len(up.Lhs) == 0 || !holdsContext(m.info.TypeOf(up.Lhs[0])) {
			return false
		}
		v := m.syn.VarOf(up.Lhs[0])
		if v == nil || v.IsField() || v.Pos() < c.In.Node.Pos() || v.Pos() > c.In.Body.End() {
			return true
		}
		return m.returned(c.In, v) || c.In.Sig != nil && isResult(c.In.Sig, v)
	}
	return false
}

// holdsContext knows such results by the name of their type: (*sql.Rows), (*sqlx.Rows), pgx.Tx, (*http.Response).
func holdsContext(t types.Type) bool {
	if t == nil {
		return false
	}
	n := syntax.NameOf(t)
	if n == nil {
		return false
	}
	switch n.Name() {
	case "Rows", "Row", "Tx", "Response", "Cursor":
		return true
	}
	return false
}

func (m *model) returned(f *syntax.Func, v *types.Var) bool {
	found := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				found = found || m.syn.VarOf(e) == v
			}
		}
		return !found
	})
	return found
}

func isResult(sig *types.Signature, v *types.Var) bool {
	for r := range sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}
