package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// deliberate gives the reason for which a context at hand is left aside on purpose at a call; "" where there is none.
func (m *model) deliberate(c *downstream.Call, h *Hand) string {
	f := c.In
	if ends(f.Name()) || c.Fn != nil && ends(c.Fn.Name()) {
		return "a path that ends something"
	}
	root := f.Root()
	if root.Obj != nil && root.Sig.Recv() == nil && (root.Obj.Name() == "init" || root.Obj.Name() == "main") {
		return "the program's start"
	}
	if m.forTests(f) || syntax.HasWord(f.Name(), "test", "mock", "fake", "benchmark") {
		return "a test's helper"
	}
	if m.deferred(c.Expr) {
		return "a deferred call"
	}
	if m.afterEnd(c.Expr) {
		return "it runs after the context has ended"
	}
	if m.once(c.Expr) {
		return "it is shared by later callers (Once, singleflight, a cache)"
	}
	if m.isNil(c.Expr, h) {
		return "there is no context in this branch"
	}
	if m.bridged(root, h) {
		return "the context at hand is watched separately"
	}
	return ""
}

// deferred: the call is, or lies in a literal that is, run by a defer statement.
func (m *model) deferred(n ast.Node) bool {
	return m.syn.Enclosing(n, func(n ast.Node) bool { _, ok := n.(*ast.DeferStmt); return ok }) != nil
}

// afterEnd: the call stands in `case <-ctx.Done():`, in a branch on ctx.Err(), or after a bare <-ctx.Done().
func (m *model) afterEnd(at ast.Node) bool {
	child := at
	for n := m.syn.Parent(at); n != nil; child, n = n, m.syn.Parent(n) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return false
		case *ast.CommClause:
			if n.Comm != nil && child != n.Comm && m.receivesDone(n.Comm) {
				return true
			}
		case *ast.IfStmt:
			if child == n.Body && mentionsErrOf(m.info, n.Cond) {
				return true
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				if mentionsErrOf(m.info, e) {
					return true
				}
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				if s == child {
					break
				}
				if m.receivesDone(s) {
					return true
				}
			}
		}
	}
	return false
}

// receivesDone: the statement is a receive from some context's Done channel.
func (m *model) receivesDone(s ast.Stmt) bool {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	default:
		return false
	}
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(u.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Done" && m.info.TypeOf(sel.X) != nil
}

// mentionsErrOf: the condition asks whether a context is over: ctx.Err(), context.Cause(ctx), context.Canceled.
func mentionsErrOf(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && !found {
			switch sel.Sel.Name {
			case "Err":
				found = syntax.IsContext(info.TypeOf(sel.X))
			case "Cause", "Canceled", "DeadlineExceeded":
				if v := info.Uses[sel.Sel]; v != nil && v.Pkg() != nil {
					found = v.Pkg().Path() == "context"
				}
			}
		}
		return !found
	})
	return found
}

// once: the result serves other callers too, so the first one's context must not end it: sync.Once, singleflight, a
// memo that is filled under a lock, or a value kept in the receiver.
func (m *model) once(at ast.Node) bool {
	in := m.syn.Enclosing(at, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		t := m.syn.Target(call)
		if t.Fn == nil || t.Recv == nil {
			return false
		}
		r := syntax.NameOf(m.info.TypeOf(t.Recv))
		return r != nil && (r.Name() == "Once" || r.Pkg() != nil && r.Pkg().Name() == "singleflight" || syntax.HasWord(r.Name(), "cache", "memo"))
	})
	return in != nil || m.keptInReceiver(at)
}

// keptInReceiver: the statement's result is assigned to a field or to an element of one, directly or by a later
// statement of the same function: c, err := dial(life); p.conns[peer] = c.
func (m *model) keptInReceiver(at ast.Node) bool {
	n := m.syn.Enclosing(at, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.AssignStmt, *ast.FuncLit, *ast.FuncDecl:
			return true
		}
		return false
	})
	as, ok := n.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, lhs := range as.Lhs {
		if m.keeps(lhs) {
			return true
		}
		v := m.syn.VarOf(lhs)
		if v == nil || syntax.IsError(v.Type()) || v.IsField() {
			continue
		}
		f := m.syn.Around(at)
		if f == nil {
			continue
		}
		found := false
		m.syn.Inspect(f.Body, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Pos() > as.End() {
				for i, l := range a.Lhs {
					if i < len(a.Rhs) && m.syn.VarOf(a.Rhs[i]) == v && m.keeps(l) {
						found = true
					}
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// keeps reports whether lhs is a field of a variable that outlives the call, or an element of one.
func (m *model) keeps(lhs ast.Expr) bool {
	switch e := ast.Unparen(lhs).(type) {
	case *ast.IndexExpr:
		return m.keeps(e.X)
	case *ast.Ident:
		v := m.syn.VarOf(e)
		return v != nil && v.Parent() == m.pass.Pkg.Scope() && !syntax.IsError(v.Type())
	case *ast.SelectorExpr:
		base := m.syn.VarOf(e.X)
		if base == nil {
			return false
		}
		if base.IsField() {
			return m.keeps(e.X)
		}
		for _, d := range m.syn.All(base) {
			if d.Kind == syntax.Param && d.Param < 0 {
				return true // the receiver
			}
		}
	}
	return false
}

// isNil: the node stands in a branch in which the context at hand is known to be nil.
func (m *model) isNil(at ast.Node, h *Hand) bool {
	if h == nil {
		return false
	}
	child := at
	for n := m.syn.Parent(at); n != nil; child, n = n, m.syn.Parent(n) {
		is, ok := n.(*ast.IfStmt)
		if ok && (child == ast.Node(is.Body) && m.testsNil(is.Cond, h.Var, "==") || child == ast.Node(is.Else) && m.testsNil(is.Cond, h.Var, "!=")) {
			return true
		}
	}
	return false
}

// bridged: the function watches the Done channel of the context at hand by itself, and so ends its own.
func (m *model) bridged(root *syntax.Func, h *Hand) bool {
	if h == nil || root.Body == nil {
		return false
	}
	found := false
	m.syn.Inspect(root.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "AfterFunc") {
			m.syn.Inspect(call, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if ok {
					v, isVar := m.info.Uses[id].(*types.Var)
					found = found || isVar && (v == h.Var || m.carries(v, h, call, 0))
				}
				return !found
			})
		}
		return !found
	})
	return found
}
