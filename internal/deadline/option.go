package deadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// fieldArgument evaluates field c.Field of an argument: of a composite literal, or of a variable that holds one.
func (m *model) fieldArgument(arg ast.Expr, c, nilled Client, depth int) Client {
	arg = ast.Unparen(arg)
	if u, ok := arg.(*ast.UnaryExpr); ok && u.Op == token.AND {
		arg = ast.Unparen(u.X)
	}
	lit, ok := arg.(*ast.CompositeLit)
	if !ok {
		v := m.syn.VarOf(arg)
		if v == nil || v.IsField() {
			return Client{State: Undecided}
		}
		defs := m.syn.Reach(v, arg)
		if len(defs) != 1 {
			return Client{State: Undecided}
		}
		if defs[0].Kind == syntax.Param {
			return Client{State: ParamLimit, Owner: defs[0].Func, Index: defs[0].Param, Field: c.Field, NilOpen: c.NilOpen, Why: c.Why, Kind: c.Kind}
		}
		if defs[0].Kind != syntax.Assigned || defs[0].Arity != 1 || m.assignsField(v, c.Field) {
			return Client{State: Undecided}
		}
		init := ast.Unparen(defs[0].Rhs)
		if u, ok := init.(*ast.UnaryExpr); ok {
			init = ast.Unparen(u.X)
		}
		if lit, ok = init.(*ast.CompositeLit); !ok {
			return Client{State: Undecided}
		}
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return Client{State: Undecided}
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == c.Field {
			if isNil(m.info, kv.Value) {
				return nilled
			}
			return pick(m.clients(kv.Value, depth+1))
		}
	}
	return nilled
}

// assignsField reports whether some statement sets v.name after v was made.
func (m *model) assignsField(v *types.Var, name string) bool {
	st, ok := syntax.Deref(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for f := range st.Fields() {
		if f.Name() != name {
			continue
		}
		for _, d := range m.syn.All(f) {
			if sel, ok := d.Lhs.(*ast.SelectorExpr); ok && m.syn.VarOf(sel.X) == v {
				return true
			}
		}
	}
	return false
}

// optionsOf: the argument is a pointer to the struct of options that the call ends with, which may hold a context.
func (m *model) optionsOf(a ast.Expr, c *downstream.Call) bool {
	if c.Fn == nil || isNil(m.info, a) || !isPointer(m.info.TypeOf(a)) {
		return false
	}
	n := syntax.NameOf(m.info.TypeOf(a))
	return n != nil && n.Pkg() == c.Fn.Pkg() && syntax.HasWord(n.Name(), "options")
}

// madeHere: a literal, or a variable that holds one.
func (m *model) madeHere(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	if _, ok := e.(*ast.CompositeLit); ok {
		return true
	}
	v := m.syn.VarOf(e)
	if v == nil || v.IsField() {
		return false
	}
	for _, d := range m.syn.Reach(v, e) {
		rhs := ast.Unparen(d.Rhs)
		if u, ok := rhs.(*ast.UnaryExpr); ok {
			rhs = ast.Unparen(u.X)
		}
		if _, ok := rhs.(*ast.CompositeLit); d.Kind != syntax.Assigned || !ok {
			return false
		}
	}
	return true
}
