package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// middleware notes calls that give what handles the request next a deadline:
//
//	next.ServeHTTP(w, r.WithContext(ctx))
//	next(w, r)                             // after r = r.WithContext(ctx)
//	c.Next()                               // gin, after c.Request = c.Request.WithContext(ctx)
//	return next(c)                         // echo, after c.SetRequest(c.Request().WithContext(ctx))
//
// A function of this package that is called so is bounded itself; else which handlers stand behind is not known, and
// all of the package are taken to be bounded.
func (m *model) middleware(call *ast.CallExpr, t syntax.Target) {
	arg, ok := m.passesOn(call, t)
	if !ok || !m.bounds(arg) {
		return
	}
	if t.Func != nil && t.Fn != nil {
		m.bounded[t.Func] = true
		return
	}
	m.handlersLimited = true
}

// passesOn gives the request, or the framework's context, that a call hands to a handler.
func (m *model) passesOn(call *ast.CallExpr, t syntax.Target) (ast.Expr, bool) {
	switch {
	case len(call.Args) == 2:
		if syntax.IsRequest(m.info.TypeOf(call.Args[1])) && syntax.Is(m.info.TypeOf(call.Args[0]), "net/http", "ResponseWriter") {
			return call.Args[1], true
		}
	case len(call.Args) == 1:
		if src, ok := catalog.SourceOf(m.info.TypeOf(call.Args[0])); ok && src.Request && !syntax.IsRequest(m.info.TypeOf(call.Args[0])) {
			return call.Args[0], true
		}
	case len(call.Args) == 0 && t.Recv != nil && t.Fn != nil && t.Fn.Name() == "Next":
		if src, ok := catalog.SourceOf(m.info.TypeOf(t.Recv)); ok && src.Request {
			return t.Recv, true
		}
	}
	return nil, false
}

// bounds: the request, or the one in a framework's context, carries a deadline.
func (m *model) bounds(e ast.Expr) bool {
	if syntax.IsRequest(m.info.TypeOf(e)) {
		return m.request(e, 0).Bounded
	}
	r := m.replaced(e, e)
	return r != nil && m.request(r, 0).Bounded
}

// replaced is the request that a statement before at, of the same function, puts into the framework's context base:
// c.Request = r, c.SetRequest(r). Nil where there is none. A branch that does so counts for what follows it.
func (m *model) replaced(base ast.Expr, at ast.Node) ast.Expr {
	in := m.syn.Around(at)
	v := m.syn.VarOf(base)
	if in == nil || v == nil {
		return nil
	}
	var last ast.Expr
	m.syn.Inspect(in.Body, func(n ast.Node) bool {
		if n == nil || n.Pos() >= at.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Pos() <= at.Pos() && at.End() <= n.End()
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || n.End() > at.Pos() {
				break
			}
			if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && m.syn.VarOf(sel.X) == v && syntax.IsRequest(m.info.TypeOf(sel)) {
				last = n.Rhs[0]
			}
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "SetRequest" && len(n.Args) == 1 && n.End() <= at.Pos() && m.syn.VarOf(sel.X) == v {
				last = n.Args[0]
			}
		}
		return true
	})
	return last
}

// ofFramework evaluates the request in a framework's context: c.Request, c.Request().
func (m *model) ofFramework(base, e ast.Expr, depth int) (Ctx, bool) {
	src, ok := catalog.SourceOf(m.info.TypeOf(base))
	if !ok || !src.Request || !syntax.IsRequest(m.info.TypeOf(e)) {
		return Ctx{}, false
	}
	if r := m.replaced(base, e); r != nil {
		return m.request(r, depth+1), true
	}
	return Ctx{Origin: Request, Expr: e}, true
}

// isGetter: fn is a framework's method that returns the request.
func isGetter(fn *types.Func) bool {
	return fn.Name() == "Request" && fn.Signature().Params().Len() == 0
}
