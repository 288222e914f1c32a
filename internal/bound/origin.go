package bound

import (
	"go/ast"
	"go/token"
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
	if by := m.filledBy(v, e); by != "" {
		return "filled by " + by
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
		case isBuiltin(m.info, call, "make"), isBuiltin(m.info, call, "new"):
			return ""
		}
		return "the result of " + spell(call.Fun)
	}
	return ""
}

// filledBy names the last call before the use that is given a pointer to the collection, as decoders and queries are.
//
//	var ids []int; err := client.Get(ctx, url, &ids)        model := new([]T); err = json.Unmarshal(body, model)
func (m *model) filledBy(v *types.Var, use ast.Expr) (by string) {
	f := m.syn.Around(use)
	if f == nil || v.IsField() || isInt(v.Type()) {
		return ""
	}
	_, isPointer := v.Type().Underlying().(*types.Pointer)
	m.syn.Walk(f.Root().Body, syntax.Calls, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() > use.Pos() {
			return true
		}
		for _, a := range call.Args {
			u, ok := unparen(a).(*ast.UnaryExpr)
			if ok && u.Op == token.AND && m.syn.VarOf(u.X) == v || isPointer && m.syn.VarOf(a) == v {
				by = spell(call.Fun)
			}
		}
		return true
	})
	return by
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
