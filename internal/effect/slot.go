package effect

import (
	"go/ast"
	"go/types"
)

// ownSlots are the collections of which each round touches its own element only, by the loop's index:
//
//	for i := range items {
//		items[i].Price, err = s.price(ctx, items[i].ID)
//	}
func (l *looked) ownSlots() map[types.Object]bool {
	var index types.Object
	switch s := l.stmt.(type) {
	case *ast.RangeStmt:
		if id, ok := s.Key.(*ast.Ident); ok {
			index = l.Info.ObjectOf(id)
		}
	case *ast.ForStmt:
		if step, ok := s.Post.(*ast.IncDecStmt); ok {
			if id, ok := step.X.(*ast.Ident); ok {
				index = l.Info.ObjectOf(id)
			}
		}
	}
	slots := map[types.Object]bool{}
	l.Inspect(l.body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := l.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return true
		}
		ix, ok := l.Parent(id).(*ast.IndexExpr)
		own := false
		if ok && ix.X == ast.Expr(id) {
			at, isIdent := ast.Unparen(ix.Index).(*ast.Ident)
			own = isIdent && index != nil && l.Info.ObjectOf(at) == index
		}
		if before, seen := slots[v]; seen {
			own = own && before
		}
		slots[v] = own
		return true
	})
	return slots
}
