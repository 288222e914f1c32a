package effect

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Seen reports whether somebody else may see what a call changes, should the function around it leave without waiting
// for it: the call fills a value that the function was given, or one that it returns among stmts, its way out.
//
//	if err := s.load(ctx, page); err != nil { … }    page is a parameter
//	if err := s.load(ctx, &page); err != nil { return page, err }
func (r *Result) Seen(call *ast.CallExpr, stmts ...ast.Stmt) bool {
	if r.m == nil {
		return false
	}
	for _, p := range r.m.changed(call) {
		if !r.m.fresh(p.Root) {
			return true
		}
		for _, s := range stmts {
			if r.m.returns(s, p.Root) {
				return true
			}
		}
	}
	return false
}

// fresh: a variable of the function that holds its value itself, or points to one that was made where it is declared.
func (m *model) fresh(root types.Object) bool {
	v, ok := root.(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	defs := m.All(v)
	if len(defs) == 0 || defs[0].Kind == syntax.Param {
		return false
	}
	if !refType(v.Type()) {
		return true
	}
	for _, d := range defs {
		switch rhs := ast.Unparen(d.Rhs).(type) {
		case *ast.CompositeLit:
		case *ast.UnaryExpr:
			if _, ok := rhs.X.(*ast.CompositeLit); !ok {
				return false
			}
		case *ast.CallExpr:
			id, ok := rhs.Fun.(*ast.Ident)
			if _, builtin := m.Info.Uses[id].(*types.Builtin); !ok || !builtin || id.Name == "append" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// returns: a return statement in s mentions v.
func (m *model) returns(s ast.Stmt, v types.Object) (found bool) {
	m.Inspect(s, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		m.Inspect(ret, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && m.Info.Uses[id] == v
			return !found
		})
		return false
	})
	return found
}
