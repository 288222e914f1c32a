package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// place is a variable and the fields that follow it.
type place struct {
	Root   types.Object
	Fields string // ".client.base", "" for the variable itself
	// here: the variable is assigned itself, so what it pointed to is untouched, and all of it is new.
	here bool
}

// overlaps: one is the other, or a part of it.
func (p place) overlaps(q place) bool {
	if p.Root != q.Root {
		return false
	}
	return p.Fields == q.Fields || strings.HasPrefix(p.Fields, q.Fields+".") || strings.HasPrefix(q.Fields, p.Fields+".")
}

// place names the place that an expression denotes: x, x.f, (*x).f, x[i], x.(T).
func (m *model) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := m.Info.ObjectOf(e).(*types.Var); ok && e.Name != "_" {
			return place{Root: v}, true
		}
	case *ast.SelectorExpr:
		sel := m.Info.Selections[e]
		if sel == nil {
			if v, ok := m.Info.Uses[e.Sel].(*types.Var); ok {
				return place{Root: v}, true
			}
			return place{}, false
		}
		p, ok := m.place(e.X)
		if ok && sel.Kind() == types.FieldVal {
			p.Fields += "." + e.Sel.Name
		}
		return p, ok
	case *ast.StarExpr:
		return m.place(e.X)
	case *ast.IndexExpr:
		return m.place(e.X)
	case *ast.SliceExpr:
		return m.place(e.X)
	case *ast.TypeAssertExpr:
		return m.place(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return m.place(e.X)
		}
	}
	return place{}, false
}

// target follows a local pointer, map or slice to the variable that it was made of, where one definition decides:
//
//	a := &out.Artist
//	items := s.items
func (m *model) target(p place) (place, bool) {
	v, ok := p.Root.(*types.Var)
	if !ok || v.IsField() || !refType(v.Type()) {
		return place{}, false
	}
	defs := m.All(v)
	if len(defs) != 1 || defs[0].Kind != syntax.Assigned || defs[0].Arity != 1 {
		return place{}, false
	}
	q, ok := m.place(defs[0].Rhs)
	if !ok || q.Root == p.Root {
		return place{}, false
	}
	q.Fields += p.Fields
	return q, true
}

// refers: a write to p goes through a pointer, map or slice that the root holds, so that the caller sees it.
func (m *model) refers(p place) bool {
	t := p.Root.Type()
	if refType(t) {
		return true
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(p.Fields, "."), ".") {
		obj, _, _ := types.LookupFieldOrMethod(t, true, p.Root.Pkg(), name)
		f, ok := obj.(*types.Var)
		if !ok {
			return false
		}
		if t = f.Type(); refType(t) {
			return true
		}
	}
	return false
}

// refType: a copy shares what it refers to.
func refType(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan:
		return true
	}
	return false
}
