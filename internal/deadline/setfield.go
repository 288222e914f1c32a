package deadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// limitField looks for a limit that the caller sets on a library's own value rather than on a context: a field whose
// name says timeout or deadline, of the call's receiver or of an argument, in its literal or by a later statement.
//
//	pinger.Timeout = cfg.Timeout; pinger.Run()
//	ssh.Dial("tcp", addr, &ssh.ClientConfig{Timeout: cfg.Timeout})
//
// What the library makes of it is not known, so it decides nothing but silence. It yields what the field is set to.
func (m *model) limitField(c *downstream.Call) []ast.Expr {
	var out []ast.Expr
	if c.Recv != nil {
		out = append(out, m.limitsOf(c.Recv, 0)...)
	}
	for _, a := range c.Expr.Args {
		out = append(out, m.limitsOf(a, 0)...)
	}
	return out
}

func (m *model) limitsOf(e ast.Expr, depth int) []ast.Expr {
	if depth > 4 {
		return nil
	}
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return m.limitsOf(e.X, depth+1)
		}
	case *ast.CompositeLit:
		var out []ast.Expr
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && saysLimit(id.Name) && !constZero(m.info, []ast.Expr{kv.Value}) {
					out = append(out, kv.Value)
				}
			}
		}
		return out
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil || isClient(v.Type()) || syntax.IsContext(v.Type()) || syntax.IsRequest(v.Type()) {
			return nil
		}
		st, ok := syntax.Deref(v.Type()).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		out := m.assignedLimits(v, st)
		for _, d := range m.syn.Reach(v, e) {
			if d.Kind == syntax.Assigned && d.Arity == 1 {
				out = append(out, m.limitsOf(d.Rhs, depth+1)...)
			}
		}
		return out
	}
	return nil
}

// assignedLimits: v.Timeout = d, anywhere in the package.
func (m *model) assignedLimits(v *types.Var, st *types.Struct) []ast.Expr {
	var out []ast.Expr
	for f := range st.Fields() {
		if !saysLimit(f.Name()) {
			continue
		}
		for _, d := range m.syn.All(f) {
			if sel, ok := d.Lhs.(*ast.SelectorExpr); ok && d.Rhs != nil && m.syn.VarOf(sel.X) == v {
				out = append(out, d.Rhs)
			}
		}
	}
	return out
}

func saysLimit(name string) bool { return syntax.HasWord(name, "timeout", "timeouts", "deadline") }
