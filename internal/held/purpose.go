package held

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// told: every call stands in a loop over a collection of the region's owner, and has to do with the element.
//
//	h.RLock()
//	for _, p := range h.peers { p.Tell(ctx, event) }
//	h.RUnlock()
func (m *model) told(r *Region) bool {
	for _, c := range r.Calls {
		loop, ok := m.syn.Enclosing(c.Expr, func(n ast.Node) bool {
			_, ok := n.(*ast.RangeStmt)
			return ok || n == r.In.Node
		}).(*ast.RangeStmt)
		if !ok || loop.Pos() < r.From.Pos() {
			return false
		}
		v := m.syn.VarOf(loop.X)
		if v == nil || !v.IsField() || !m.mentions(c.Expr, loop.Key) && !m.mentions(c.Expr, loop.Value) {
			return false
		}
		// of the same owner as the lock
		sel, ok := ast.Unparen(loop.X).(*ast.SelectorExpr)
		call, isCall := r.From.(*ast.CallExpr)
		if !ok || !isCall || m.root(sel.X) == nil || m.root(sel.X) != m.root(call.Fun) {
			return false
		}
	}
	return true
}

func (m *model) mentions(e ast.Node, of ast.Expr) (found bool) {
	if of == nil {
		return false
	}
	v := m.syn.VarOf(of)
	m.syn.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && v != nil && m.syn.VarOf(id) == v
		return !found
	})
	return found
}

// root is the variable at the start of a chain: h of h.mu.Lock.
func (m *model) root(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			return m.syn.VarOf(x)
		default:
			return nil
		}
	}
}

// lazy: the calls are made on what a method of the lock's owner returns, and that method makes it when it is first asked
// for. They get something that the caller brought, so each is another one: the lock is there for the field, and puts
// requests in a row that have nothing to do with each other.
//
//	func (c *Client) client() *http.Client { if c.hc == nil { c.hc = … }; return c.hc }
//
//	c.mu.Lock()
//	defer c.mu.Unlock()
//	return c.client().Do(req)
func (m *model) lazy(r *Region) bool {
	call, ok := r.From.(*ast.CallExpr)
	if !ok {
		return false
	}
	owner := m.root(call.Fun)
	for _, c := range r.Calls {
		sel, ok := ast.Unparen(c.Expr.Fun).(*ast.SelectorExpr)
		if !ok || !m.brought(r.In, c.Expr) {
			return false
		}
		made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || owner == nil || m.root(made.Fun) != owner || !m.makesOnce(m.syn.Target(made).Func) {
			return false
		}
	}
	return true
}

// brought: an argument, contexts aside, is a parameter of f.
func (m *model) brought(f *syntax.Func, call *ast.CallExpr) (found bool) {
	for _, a := range call.Args {
		v := m.syn.VarOf(a)
		f.Params(func(i int, p *types.Var) bool {
			found = found || i >= 0 && p == v && !syntax.IsContext(p.Type())
			return !found
		})
	}
	return found
}

// makesOnce: the method fills a field of its receiver where that is nil, and returns it.
func (m *model) makesOnce(f *syntax.Func) bool {
	if f == nil || f.Body == nil || f.Sig == nil || f.Sig.Recv() == nil || len(m.down.In(f)) > 0 {
		return false
	}
	var made *types.Var
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		is, ok := n.(*ast.IfStmt)
		if !ok {
			return made == nil
		}
		b, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ || !m.info.Types[b.Y].IsNil() {
			return made == nil
		}
		v := m.syn.VarOf(b.X)
		if v == nil || !v.IsField() {
			return made == nil
		}
		for _, d := range m.syn.All(v) {
			if d.Kind == syntax.Assigned && f.Body.Pos() < d.Node.Pos() && d.Node.End() <= f.Body.End() {
				made = v
			}
		}
		return made == nil
	})
	if made == nil {
		return false
	}
	returned := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			returned = returned || m.syn.VarOf(ret.Results[0]) == made
		}
		return !returned
	})
	return returned
}
