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

// returned: f hands v on, by itself or in something that lasts:
//
//	return rows, nil
//	return &iterator{rows}, nil
//	s.rows = rows
//	return func() bool { return rows.Next() }
func (m *model) returned(f *syntax.Func, v *types.Var) bool {
	found := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.info.Uses[id] == v {
			found = found || m.lasts(id) || m.captured(id, f)
		}
		return !found
	})
	return found
}

// lasts: the expression is put where it stays after the function has returned.
func (m *model) lasts(e ast.Expr) bool {
	switch up := m.syn.Parent(e).(type) {
	case *ast.ParenExpr:
		return m.lasts(up)
	case *ast.SelectorExpr: // resp.Body
		obj, _, _ := types.LookupFieldOrMethod(m.info.TypeOf(up), true, nil, "Read")
		_, reads := obj.(*types.Func)
		return reads && m.lasts(up)
	case *ast.ReturnStmt, *ast.CompositeLit:
		return true
	case *ast.KeyValueExpr:
		return up.Value == e
	case *ast.SendStmt:
		return up.Value == e
	case *ast.CallExpr:
		id, ok := up.Fun.(*ast.Ident)
		return ok && id.Name == "append" && up.Args[0] != e
	case *ast.AssignStmt:
		for i, rhs := range up.Rhs {
			if rhs == e && len(up.Lhs) == len(up.Rhs) {
				_, local := ast.Unparen(up.Lhs[i]).(*ast.Ident)
				return !local
			}
		}
	}
	return false
}

// captured: the variable stands in a literal of f that lasts itself. One that is called where it stands does not.
func (m *model) captured(id *ast.Ident, f *syntax.Func) bool {
	found := m.syn.Enclosing(id, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		return n == f.Node || ok && m.lasts(lit)
	})
	return found != nil && found != f.Node
}

func isResult(sig *types.Signature, v *types.Var) bool {
	for r := range sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}
