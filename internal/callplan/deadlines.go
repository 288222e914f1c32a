package callplan

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Deadlines are the calls of c's function that put a deadline into the context that c is given; known is false where the
// context cannot be followed to its beginning.
func (r *Result) Deadlines(c *downstream.Call) (made []*ast.CallExpr, known bool) {
	if r.m == nil {
		return nil, false
	}
	b := &builder{model: r.m, f: c.In}
	heard, end := b.heard(c)
	for call := range heard {
		made = append(made, call)
	}
	slices.SortFunc(made, func(a, b *ast.CallExpr) int { return int(a.Pos() - b.Pos()) })
	return made, end != somewhere
}

// OwnDeadline reports whether the called function bounds what it does by a deadline of its own.
func (r *Result) OwnDeadline(c *downstream.Call) bool {
	if r.m == nil || c.Sink != nil || c.Fn == nil {
		return false
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	ref := Node{Kind: Ref, Key: downstream.Key(c.Fn), Abstract: syntax.IsInterface(c.Fn)}
	n := r.m.lookup(&ref)
	return n != nil && len(outermost(n)) > 0
}

// Guarded reports whether a function's calls are made through a Downstream of the runtime: the literal, or the function,
// is what downstream.Do and its like are given.
func (r *Result) Guarded(f *syntax.Func) bool {
	m := r.m
	for ; f != nil; f = f.Outer {
		call, ok := m.Parent(f.Node).(*ast.CallExpr)
		if ok && m.isGuard(m.Target(call).Fn) {
			return true
		}
		if f.Obj != nil && m.givenToGuard(f.Obj) {
			return true
		}
	}
	return false
}

func (m *model) isGuard(fn *types.Func) bool {
	return syntax.IsFunc(fn, runtimePath+"downstream", "Do", "DoOr", "DoTask") ||
		syntax.IsFunc(fn, runtimePath+"aggregate", "Require", "Prefer")
}

// givenToGuard: downstream.Do(ctx, d, s.load).
func (m *model) givenToGuard(fn *types.Func) bool {
	for _, e := range m.asValue[fn] {
		if call, ok := m.Parent(e).(*ast.CallExpr); ok && m.isGuard(m.Target(call).Fn) {
			return true
		}
	}
	return false
}

// GuardedClient reports whether an *http.Client sends through a Downstream: its Transport is d.RoundTripper(…).
func (r *Result) GuardedClient(e ast.Expr) bool { return r.m != nil && r.m.guardedClient(e, 0) }

func (m *model) guardedClient(e ast.Expr, depth int) bool {
	if e == nil || depth > maxDepth {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return m.guardedClient(e.X, depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		return m.guardedClient(m.only(e), depth+1)
	case *ast.CallExpr:
		return syntax.IsMethod(m.Target(e).Fn, runtimePath+"downstream", "Downstream", "RoundTripper")
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == "Transport" {
				return m.guardedClient(kv.Value, depth+1)
			}
		}
	}
	return false
}
