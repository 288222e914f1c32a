package callplan

import (
	"go/ast"
	"go/types"
	"time"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// server is an http.Server with a WriteTimeout that is known.
type server struct {
	limit   time.Duration
	at      ast.Node
	handler ast.Expr
}

// servers compares what handlers allow themselves with the WriteTimeout of the server that they are registered on: past
// that the server cuts the connection, and the answer is lost.
func (o *overruns) servers(entries []Entry) {
	var all []server
	for _, file := range o.Files {
		o.Walk(file, syntax.Keyed, func(n ast.Node) bool {
			if s, ok := o.server(n); ok {
				all = append(all, s)
			}
			return true
		})
	}
	for _, s := range all {
		muxes := map[*types.Var]bool{}
		o.muxes(s.handler, muxes, 0)
		for _, e := range entries {
			if !o.registeredOn(e.Func, muxes) || e.Plan == nil {
				continue
			}
			for _, n := range outermost(e.Plan) {
				if n.node != nil && n.Time.D > s.limit {
					o.found = append(o.found, Overrun{Kind: Server, Node: n.node, Time: n.Time.D, Limit: s.limit, Outer: s.at, Why: "WriteTimeout (" + o.at(s.at) + ")"})
				}
			}
		}
	}
}

// server reads WriteTimeout: d in a literal of http.Server.
func (o *overruns) server(n ast.Node) (s server, ok bool) {
	kv, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return s, false
	}
	lit, ok := o.Parent(kv).(*ast.CompositeLit)
	if !ok || !syntax.Is(o.Info.TypeOf(lit), "net/http", "Server") || types.ExprString(kv.Key) != "WriteTimeout" {
		return s, false
	}
	s = server{limit: o.span(kv.Value, 0).D, at: kv}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == "Handler" {
			s.handler = kv.Value
		}
	}
	return s, s.limit > 0 && s.handler != nil
}

// muxes collects the variables behind a server's handler: the router itself, what wraps it, what a function of the
// package that makes it returns.
func (o *overruns) muxes(e ast.Expr, out map[*types.Var]bool, depth int) {
	if e == nil || depth > maxDepth {
		return
	}
	e = ast.Unparen(e)
	if v := o.VarOf(e); v != nil {
		out[v] = true
		if rhs := o.only(e); rhs != nil {
			o.muxes(rhs, out, depth+1)
		}
		return
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return
	}
	for _, a := range call.Args {
		o.muxes(a, out, depth+1)
	}
	if f := o.Target(call).Func; f != nil {
		o.Walk(f.Body, syntax.Returns, func(n ast.Node) bool {
			for _, r := range n.(*ast.ReturnStmt).Results {
				o.muxes(r, out, depth+1)
			}
			return true
		})
	}
}

// registeredOn: a call on one of the variables is given the handler.
func (o *overruns) registeredOn(f *syntax.Func, muxes map[*types.Var]bool) bool {
	found := false
	for _, file := range o.Files {
		o.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || found || len(call.Args) < 2 || !muxes[o.VarOf(sel.X)] {
				return !found
			}
			for _, a := range call.Args[1:] {
				found = found || o.handler(a) == f
			}
			return true
		})
	}
	return found
}
