package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Limits of an http.Client that do not stand in its literal.

// configured: configure(c), where configure sets the Timeout of its parameter, sets that of c.
func (m *model) configured(call *ast.CallExpr, t syntax.Target) {
	if !m.setterParam || t.Func == nil || t.Func.Sig == nil {
		return
	}
	for i := range t.Func.Sig.Params().Len() {
		p := t.Func.Sig.Params().At(i)
		if !m.timeoutSet[p.Origin()] || !isClient(p.Type()) {
			continue
		}
		if v := m.syn.VarOf(t.Arg(call, i)); v != nil {
			m.timeoutSet[v.Origin()] = true
		}
	}
}

// roundTripper is the RoundTrip of a transport whose type is declared here.
func (m *model) roundTripper(e ast.Expr) *syntax.Func {
	t := m.info.TypeOf(e)
	if t == nil || syntax.NameOf(t) == nil || syntax.NameOf(t).Pkg() != m.pass.Pkg {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.pass.Pkg, "RoundTrip")
	fn, _ := obj.(*types.Func)
	return m.syn.Decl(fn)
}

// transportBounds: a client's literal has a transport of this package that gives every request a deadline.
func (m *model) transportBounds(lit *ast.CompositeLit) bool {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Transport" {
				f := m.roundTripper(kv.Value)
				return f != nil && m.setsDeadline(kv.Value)
			}
		}
	}
	return false
}

// embedded is the client that a struct of this package embeds: s.Get is then that of the client.
func (m *model) embedded(recv ast.Expr) *types.Var {
	st, ok := syntax.Deref(m.info.TypeOf(recv)).Underlying().(*types.Struct)
	if !ok || isClient(m.info.TypeOf(recv)) {
		return nil
	}
	for f := range st.Fields() {
		if f.Embedded() && isClient(f.Type()) && f.Pkg() == m.pass.Pkg {
			return f
		}
	}
	return nil
}
