package deadline

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// builtBy follows a chain into a function of this package that begins it, as in
//
//	func (r *Repo) conn(ctx context.Context) *gorm.DB { return r.db.WithContext(ctx) }
//
// A parameter is bound to what the caller passes. It is unknown where the returns differ.
func (m *model) builtBy(call *ast.CallExpr, t syntax.Target, c *downstream.Call, depth int) Ctx {
	f := t.Func
	if f.Broken || f.Sig == nil || f.Body == nil || f.Sig.Results().Len() != 1 || depth > maxDepth {
		return Ctx{}
	}
	var cs []Ctx
	m.eachReturn(f, 0, func(e ast.Expr, _ *ast.CallExpr, _ int) {
		cs = append(cs, m.builder(e, c, depth+4)) // recursion ends soon
	})
	out := join(cs)
	switch {
	case out.Origin == Param && out.Owner == f:
		bounded := out.Bounded
		out = m.argument(t, call, out.Index, depth)
		out.Bounded = out.Bounded || bounded
	case out.Origin == Root:
		out.Expr = call
	case out.Origin != None:
		return Ctx{}
	}
	return out
}
