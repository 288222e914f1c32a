package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
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

// targets are the variables that a local pointer, map or slice may be made of: each of its definitions counts.
//
//	a := &out.Artist
//	items := s.items
//	var v *User
//	v = u
//	h := hold{user: u} // for h.user
func (m *model) targets(p place) (out []place) {
	v, ok := p.Root.(*types.Var)
	if !ok || v.IsField() {
		return nil
	}
	for _, d := range m.All(v) {
		if d.Kind != syntax.Assigned || d.Arity != 1 {
			continue
		}
		rhs, fields := d.Rhs, p.Fields
		if value, rest := m.element(rhs, fields); value != nil {
			rhs, fields = value, rest
		}
		if t := m.Info.TypeOf(rhs); t == nil || !refType(t) {
			continue
		}
		if q, ok := m.place(rhs); ok && q.Root != p.Root {
			q.Fields += fields
			out = append(out, q)
		}
	}
	return out
}

// behind follows a local pointer, and what that was made of.
func (m *model) behind(p place) []place {
	out := m.targets(p)
	from := out
	for range 2 {
		var next []place
		for _, q := range from {
			for _, r := range m.targets(q) {
				if !slices.Contains(out, r) {
					out, next = append(out, r), append(next, r)
				}
			}
		}
		from = next
	}
	return out
}

// element is what a struct literal gives to the first of the fields, and the fields that follow that one:
// u and .Name for &hold{user: u} and .user.Name.
func (m *model) element(e ast.Expr, fields string) (value ast.Expr, rest string) {
	name, rest, deeper := strings.Cut(strings.TrimPrefix(fields, "."), ".")
	if deeper {
		rest = "." + rest
	}
	if addr, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = addr.X
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || name == "" {
		return nil, ""
	}
	t := m.Info.TypeOf(lit)
	if t == nil {
		return nil, ""
	}
	str, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, ""
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value, rest
			}
		} else if i < str.NumFields() && str.Field(i).Name() == name {
			return elt, rest
		}
	}
	return nil, ""
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
