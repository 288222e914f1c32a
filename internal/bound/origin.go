package bound

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// origin says where a collection comes from, for the message: "a parameter of Scrape"; "" where nothing is to be added.
func (m *model) origin(e ast.Expr) string {
	v := m.syn.VarOf(e)
	if v == nil {
		if call, ok := unparen(e).(*ast.CallExpr); ok {
			return "the result of " + spell(call.Fun)
		}
		return ""
	}
	if v.IsField() {
		if sel, ok := unparen(e).(*ast.SelectorExpr); ok {
			if n := syntax.NameOf(m.info.TypeOf(sel.X)); n != nil {
				return "a field of " + n.Name()
			}
		}
		return ""
	}
	defs := m.syn.Reach(v, e)
	for i := len(defs) - 1; i >= 0; i-- {
		if s := m.originOfDef(v, defs[i]); s != "" {
			return s
		}
	}
	return ""
}

func (m *model) originOfDef(v *types.Var, d *syntax.Def) string {
	switch d.Kind {
	case syntax.Param:
		if d.Func.Obj != nil {
			return "a parameter of " + d.Func.Obj.Name()
		}
		return "a parameter"
	case syntax.Ranged:
		return "out of " + spell(d.Rhs)
	case syntax.Assigned:
		call, ok := unparen(d.Rhs).(*ast.CallExpr)
		switch {
		case !ok:
			return ""
		case isBuiltin(m.info, call, "append"):
			return m.filledFrom(d.Node)
		case isBuiltin(m.info, call, "make"):
			return ""
		}
		return "the result of " + spell(call.Fun)
	}
	return ""
}

// filledFrom names the collection of the loop that appends.
func (m *model) filledFrom(n ast.Node) string {
	loop := m.syn.Enclosing(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.RangeStmt, *ast.FuncLit, *ast.FuncDecl:
			return true
		}
		return false
	})
	if r, ok := loop.(*ast.RangeStmt); ok {
		return "filled from " + spell(r.X)
	}
	return ""
}
