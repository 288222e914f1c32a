package callplan

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// pause reads a select that does nothing but let time pass, unless a context ends first:
//
//	select {
//	case <-ctx.Done():
//		return ctx.Err()
//	case <-time.After(time.Minute):
//	}
func (b *builder) pause(s *ast.SelectStmt) (Node, bool) {
	var ctx, wait ast.Expr
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		x := receives(clause.Comm)
		if x == nil {
			return Node{}, false
		}
		if d := b.timer(x); d != nil && wait == nil && !syntax.Leaves(&ast.BlockStmt{List: clause.Body}) {
			wait = d
			continue
		}
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok || !syntax.Leaves(&ast.BlockStmt{List: clause.Body}) {
			return Node{}, false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Done" || !syntax.IsContext(b.Info.TypeOf(sel.X)) {
			return Node{}, false
		}
		ctx = sel.X
	}
	if ctx == nil || wait == nil {
		return Node{}, false
	}
	return b.free(Node{Kind: Wait, At: b.at(s), Time: b.span(wait, 0).in(b.f)}, b.levels(ctx)), true
}

// timer is the length of time.After(d), or of the timer t in t.C.
func (b *builder) timer(x ast.Expr) ast.Expr {
	switch x := ast.Unparen(x).(type) {
	case *ast.CallExpr:
		if syntax.IsFunc(b.Target(x).Fn, "time", "After") && len(x.Args) == 1 {
			return x.Args[0]
		}
	case *ast.SelectorExpr:
		if x.Sel.Name != "C" || !syntax.Is(b.Info.TypeOf(x.X), "time", "Timer") {
			return nil
		}
		call, ok := b.only(x.X).(*ast.CallExpr)
		if ok && syntax.IsFunc(b.Target(call).Fn, "time", "NewTimer") && len(call.Args) == 1 {
			return call.Args[0]
		}
	}
	return nil
}

// ended is a plan without the pauses at its end: nothing waits for what comes after them.
func (n Node) ended() Node {
	if n.Kind != Seq {
		return n
	}
	last := len(n.Kids)
	for last > 0 && behindFree(&n.Kids[last-1]).Kind == Wait {
		last--
	}
	n.Kids = n.Kids[:last]
	return n
}

// pauses: some of the time that n takes is spent by waiting between calls.
func (n *Node) pauses() bool {
	found := false
	n.Each(func(k *Node) bool {
		found = found || (k.Kind == Wait || k.Kind == Retry) && k.Time.D > 0
		return !found
	})
	return found
}
