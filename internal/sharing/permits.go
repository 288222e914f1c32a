package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// taker is a place that takes a semaphore, with what is called while it is held.
type taker struct {
	sem     ast.Expr
	at      ast.Node
	clients []client
}

// client is the value that a call is made on, or the downstream's name, where somebody says it.
type client struct {
	v    *types.Var
	name string
}

// permits: one semaphore, a field or variable of the package, is taken in two functions that call different clients. A
// semaphore that all calls of one client take is that client's limit.
func (f *finder) permits() {
	takers := map[*types.Var][]taker{}
	var order []*types.Var
	add := func(v *types.Var, t taker) {
		if len(t.clients) == 0 {
			return
		}
		if len(takers[v]) == 0 {
			order = append(order, v)
		}
		takers[v] = append(takers[v], t)
	}
	for _, fn := range f.Funcs {
		if fn.Broken || fn.Test {
			continue
		}
		v, sem, at := f.takes(fn)
		if v == nil {
			continue
		}
		add(v, taker{sem, at, f.clients(fn, at.End())})
		for _, call := range f.runs(fn) {
			for _, a := range call.Args {
				if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok {
					add(v, taker{sem, call, f.clients(f.FuncOf(lit), token.NoPos)})
				}
			}
		}
	}
	for _, v := range order {
		list := takers[v]
		for i, t := range list[1:] {
			if apart(list[:i+1], t) {
				first := list[0]
				f.found.Permits = append(f.found.Permits, Permit{t.sem, t.at, first.at, t.clients[0].name, first.clients[0].name})
				break
			}
		}
	}
}

// apart: t calls nothing that the others call.
func apart(others []taker, t taker) bool {
	for _, o := range others {
		for _, c := range o.clients {
			if slices.Contains(t.clients, c) {
				return false
			}
		}
	}
	return true
}

// takes finds where a function takes a semaphore that lives longer than it: sem.Acquire(ctx, 1), sem <- struct{}{}.
func (f *finder) takes(fn *syntax.Func) (v *types.Var, sem ast.Expr, at ast.Node) {
	take := func(e ast.Expr, n ast.Node) {
		x := f.VarOf(e)
		if at == nil && x != nil && (x.IsField() || x.Pkg() != nil && x.Parent() == x.Pkg().Scope()) {
			v, sem, at = x, e, n
		}
	}
	f.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt:
			if isToken(f.Info.TypeOf(n.Value)) {
				take(n.Chan, n)
			}
		case *ast.CallExpr:
			if t := f.Target(n); syntax.IsMethod(t.Fn, "golang.org/x/sync/semaphore", "Weighted", "Acquire") {
				take(t.Recv, n)
			}
		}
		return at == nil
	})
	return v, sem, at
}

func isToken(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// runs lists the calls of fn, if it calls a function that it is given.
func (f *finder) runs(fn *syntax.Func) (calls []*ast.CallExpr) {
	given := false
	f.Flat(fn.Body, syntax.Calls, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			v := f.VarOf(call.Fun)
			for i, p := range fn.Params {
				given = given || i >= 0 && v != nil && v == p
			}
		}
	})
	if !given || fn.Outer != nil {
		return nil
	}
	for _, file := range f.Files {
		f.Walk(file, syntax.Calls, func(n ast.Node) bool {
			if call := n.(*ast.CallExpr); f.Target(call).Func == fn {
				calls = append(calls, call)
			}
			return true
		})
	}
	return calls
}

// clients are the clients that fn calls from a place on; none where one of them cannot be told.
func (f *finder) clients(fn *syntax.Func, from token.Pos) (out []client) {
	for _, c := range f.down.In(fn) {
		if c.Expr.Pos() < from || c.Sink != nil && c.Sink.Request {
			continue
		}
		cl, ok := f.clientOf(c)
		if !ok {
			return nil
		}
		if !slices.Contains(out, cl) {
			out = append(out, cl)
		}
	}
	return out
}

func (f *finder) clientOf(c *downstream.Call) (client, bool) {
	if c.Fn != nil {
		if name, _ := f.class(c.Fn); name != "" {
			return client{name: name}, true
		}
	}
	if c.Recv == nil {
		return client{}, false
	}
	v := f.VarOf(c.Recv)
	if v == nil || !v.IsField() && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope()) {
		return client{}, false
	}
	return client{v, types.ExprString(c.Recv)}, true
}
