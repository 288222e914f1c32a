package deadline

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// bringsClient reports whether a context carries the http.Client that its call will use, as oauth2 and go-oidc want it:
//
//	ctx = context.WithValue(ctx, oauth2.HTTPClient, client)
//	ctx = oidc.ClientContext(ctx, client)
//
// The client's own limit is judged where it is put in.
func (m *model) bringsClient(e ast.Expr, depth int) bool {
	if e == nil || depth > maxDepth {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		for _, a := range e.Args {
			if isClient(m.info.TypeOf(a)) {
				return true
			}
		}
		t := m.syn.Target(e)
		if t.Fn == nil {
			return false
		}
		if _, ok := catalog.DeriveOf(t.Fn); !ok && !keepsByName(t.Fn) {
			return false
		}
		return m.bringsClient(t.Arg(e, syntax.CtxParam(t.Fn.Signature())), depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil {
			return false
		}
		for _, d := range m.syn.Reach(v, e) {
			if d.Kind == syntax.Assigned && m.bringsClient(d.Rhs, depth+1) {
				return true
			}
		}
	}
	return false
}
