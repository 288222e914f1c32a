package sharing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// queues: the one goroutine that runs fn takes items from a channel, and calls the receiver that each names, or one
// downstream for items of one kind and another for those of another kind.
func (f *finder) queues(fn *syntax.Func) {
	if !f.oneWorker(fn) {
		return
	}
	type kind struct {
		target string
		branch ast.Node
	}
	first := map[*types.Var]kind{} // by the queue
	for _, c := range f.down.In(fn) {
		if c.Sink != nil && c.Sink.Request {
			continue
		}
		w := f.workOf(c.Expr, fn)
		if w.item == nil {
			continue
		}
		if f.targets(c.Expr, w.body, w.item) {
			f.found.Queues = append(f.found.Queues, Queue{w.queue, c.Expr})
			return
		}
		k := kind{f.targetOf(c, w.item), f.branchOf(c.Expr, w.body)}
		q := f.VarOf(w.queue)
		if k.target == "" || k.branch == nil || q == nil {
			continue
		}
		if old, ok := first[q]; !ok {
			first[q] = k
		} else if old.target != k.target && old.branch != k.branch {
			f.found.Queues = append(f.found.Queues, Queue{w.queue, c.Expr})
			return
		}
	}
}

// work is what a worker does with one item.
type work struct {
	queue ast.Expr
	item  *types.Var
	body  ast.Node
}

// workOf finds the item in whose round a call is made: for j := range queue, or case j := <-queue in a loop.
func (f *finder) workOf(call *ast.CallExpr, fn *syntax.Func) (w work) {
	f.Enclosing(call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if n.Key != nil && isChan(f.Info.TypeOf(n.X)) {
				w = work{n.X, f.VarOf(n.Key), n.Body}
			}
		case *ast.CommClause:
			as, ok := n.Comm.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || !f.inLoop(n) {
				break
			}
			if u, ok := as.Rhs[0].(*ast.UnaryExpr); ok && u.Op == token.ARROW {
				w = work{u.X, f.VarOf(as.Lhs[0]), n}
			}
		}
		return w.item != nil || n == fn.Node
	})
	return w
}

// targetOf tells where a call goes: to which client, and to which address of its receiver's; "" where neither is known.
func (f *finder) targetOf(c *downstream.Call, item *types.Var) string {
	target := ""
	if cl, ok := f.clientOf(c); ok {
		target = cl.name
	}
	for _, a := range c.Expr.Args {
		sel, ok := ast.Unparen(a).(*ast.SelectorExpr)
		if !ok || f.VarOf(sel.X) == item {
			continue
		}
		if v := f.VarOf(sel); v != nil && v.IsField() && syntax.IsString(v.Type()) {
			target += " " + types.ExprString(sel)
		}
	}
	return target
}

// branchOf is the clause or the branch within body that a call stands in; nil where it is made for every item.
func (f *finder) branchOf(call *ast.CallExpr, body ast.Node) (branch ast.Node) {
	f.Enclosing(call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			branch = n
		case *ast.BlockStmt:
			if is, ok := f.Parent(n).(*ast.IfStmt); ok && (n == is.Body || n == is.Else) && is.Cond.End() < call.Pos() {
				branch = n
			}
		}
		return branch != nil || n == body
	})
	return branch
}

func isChan(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// oneWorker: fn is started by one go statement, which stands in no loop, and called nowhere else.
func (f *finder) oneWorker(fn *syntax.Func) bool {
	starts, others := 0, 0
	for _, file := range f.Files {
		f.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			if f.Target(call).Func != fn {
				return true
			}
			g, ok := f.Parent(call).(*ast.GoStmt)
			if !ok || f.inLoop(g) {
				others++
				return true
			}
			starts++
			return true
		})
	}
	return starts == 1 && others == 0
}

func (f *finder) inLoop(n ast.Node) bool {
	loop := f.Enclosing(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncDecl, *ast.FuncLit:
			return true
		}
		return false
	})
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// targets: where the call goes is in the item: a string of it is an argument of the call, or of the request's.
func (f *finder) targets(call *ast.CallExpr, body ast.Node, item *types.Var) bool {
	named := func(args []ast.Expr) bool {
		for _, a := range args {
			sel, ok := ast.Unparen(a).(*ast.SelectorExpr)
			if !ok || f.VarOf(sel.X) != item {
				continue
			}
			if b, ok := f.Info.TypeOf(sel).Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && syntax.HasWord(sel.Sel.Name, "url", "uri", "endpoint", "addr", "address", "host", "target", "webhook", "hook") {
				return true
			}
		}
		return false
	}
	if named(call.Args) {
		return true
	}
	found := false
	f.Walk(body, syntax.Calls, func(n ast.Node) bool {
		c := n.(*ast.CallExpr)
		if fn := f.Target(c).Fn; syntax.IsFunc(fn, "net/http", "NewRequest", "NewRequestWithContext") && named(c.Args) {
			found = true
		}
		return !found
	})
	return found
}
