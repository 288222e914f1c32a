package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// ownSlots are the collections of which each round touches its own element only, by the loop's index:
//
//	for i := range items {
//		items[i].Price, err = s.price(ctx, items[i].ID)
//	}
func (l *looked) ownSlots() map[types.Object]bool {
	index := l.index()
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

// found: the return also stands where there is an answer, which the first round to have one gives.
//
//	if v != nil || err != nil { return v, err }
func (l *looked) found(r *ast.ReturnStmt) bool {
	ifs, ok := l.Parent(l.Parent(r)).(*ast.IfStmt)
	if !ok || len(r.Results) < 2 || l.Parent(r) != ast.Node(ifs.Body) {
		return false
	}
	cond, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
	return ok && cond.Op == token.LOR && (l.answered(cond.X, r) || l.answered(cond.Y, r))
}

// answered: v != nil, of a v that is returned.
func (l *looked) answered(cond ast.Expr, r *ast.ReturnStmt) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !l.isNil(b.Y) || syntax.IsError(l.Info.TypeOf(b.X)) {
		return false
	}
	p, ok := l.place(b.X)
	return ok && slices.ContainsFunc(r.Results, func(e ast.Expr) bool { q, ok := l.place(e); return ok && p.overlaps(q) })
}

// index is the variable that counts the rounds; nil if there is none.
func (l *looked) index() types.Object {
	switch s := l.stmt.(type) {
	case *ast.RangeStmt:
		if id, ok := s.Key.(*ast.Ident); ok {
			return l.Info.ObjectOf(id)
		}
	case *ast.ForStmt:
		if step, ok := s.Post.(*ast.IncDecStmt); ok {
			if id, ok := step.X.(*ast.Ident); ok {
				return l.Info.ObjectOf(id)
			}
		}
	}
	return nil
}

// relays: a round writes an element that another round may read, be it under another name of the list.
//
//	ids[i+1] = next
func (l *looked) relays() bool {
	written := map[ast.Node]bool{}
	var read []place
	see := func(e ast.Expr) {
		if p, ok := l.place(e); ok && isList(l.Info.TypeOf(e)) {
			read = append(read, p)
		}
	}
	if s, ok := l.stmt.(*ast.RangeStmt); ok && s.Value != nil {
		see(s.X)
	}
	var lists []*ast.IndexExpr
	l.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && isList(l.Info.TypeOf(ix.X)) {
					written[ix], lists = true, append(lists, ix)
				}
			}
		case *ast.IndexExpr:
			if !written[n] {
				see(n.X)
			}
		}
		return true
	})
	for _, ix := range lists {
		p, ok := l.place(ix.X)
		if v, isVar := p.Root.(*types.Var); !ok || !isVar || l.inside(v) {
			continue
		}
		at, isIdent := ast.Unparen(ix.Index).(*ast.Ident)
		own := isIdent && l.index() != nil && l.Info.ObjectOf(at) == l.index()
		others := l.behind(p) // the same list by other names, whose elements may have other indices
		if !own {
			others = append(others, p)
		}
		for _, q := range others {
			if slices.ContainsFunc(read, q.overlaps) {
				return true
			}
		}
	}
	return false
}

// isList: a slice, an array, or the pointer to one that an index follows.
func isList(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Pointer:
		return true
	}
	return false
}
