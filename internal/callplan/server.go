package callplan

import (
	"go/ast"
	"go/types"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// server is an http.Server with a WriteTimeout that is known.
type server struct {
	limit   time.Duration
	at      ast.Node
	handler ast.Expr
}

// servers compares what handlers, and what wraps them, allow themselves with the WriteTimeout of the server that they
// are registered on: past that the server cuts the connection, and the answer is lost.
func (o *overruns) servers(entries []Entry) {
	var all []server
	for _, file := range o.Files {
		o.Walk(file, syntax.Keyed|syntax.Assigns, func(n ast.Node) bool {
			if s, ok := o.server(n); ok {
				all = append(all, s)
			}
			return true
		})
	}
	for _, s := range all {
		r := o.routesOf(s.handler)
		for _, e := range entries {
			if e.Plan == nil || !r.handlers[e.Func] {
				continue
			}
			for _, n := range outermost(e.Plan) {
				if n.node != nil && n.Time.D > s.limit {
					o.tooLong(s, n.node, n.Time.D)
				}
			}
		}
		for _, call := range r.limits {
			if d := o.limitOfWrapper(call); d > s.limit {
				o.tooLong(s, call, d)
			}
		}
	}
}

func (o *overruns) tooLong(s server, at ast.Node, d time.Duration) {
	o.found = append(o.found, Overrun{Kind: Server, Node: at, Time: d, Limit: s.limit, Outer: s.at, Why: "WriteTimeout (" + o.at(s.at) + ")"})
}

// server reads an http.Server with a handler, whose WriteTimeout the literal sets, or a statement does later:
//
//	srv := &http.Server{Handler: mux}; srv.WriteTimeout = 10 * time.Second
func (o *overruns) server(n ast.Node) (s server, ok bool) {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		lit, is := o.Parent(n).(*ast.CompositeLit)
		if !is || !isServer(o.Info.TypeOf(lit)) || types.ExprString(n.Key) != "WriteTimeout" {
			return s, false
		}
		s = server{limit: o.span(n.Value, 0).D, at: n, handler: o.handlerOf(lit)}
	case *ast.AssignStmt:
		sel, is := n.Lhs[0].(*ast.SelectorExpr)
		if !is || len(n.Lhs) != 1 || sel.Sel.Name != "WriteTimeout" || !isServer(o.Info.TypeOf(sel.X)) {
			return s, false
		}
		s = server{limit: o.span(n.Rhs[0], 0).D, at: n}
		if lit := o.literalOf(sel.X); lit != nil {
			s.handler = o.handlerOf(lit)
		} else {
			s.handler = o.setHandler(o.VarOf(sel.X))
		}
	}
	return s, s.limit > 0 && s.handler != nil
}

func isServer(t types.Type) bool { return t != nil && syntax.Is(t, "net/http", "Server") }

// literalOf is the composite literal that a variable was made with.
func (o *overruns) literalOf(e ast.Expr) *ast.CompositeLit {
	rhs := o.made(e)
	if u, ok := rhs.(*ast.UnaryExpr); ok {
		rhs = u.X
	}
	lit, _ := rhs.(*ast.CompositeLit)
	return lit
}

// handlerOf is the handler of a server's literal, or the one that a statement gives it later.
func (o *overruns) handlerOf(lit *ast.CompositeLit) ast.Expr {
	if h := field(lit, "Handler"); h != nil {
		return h
	}
	var n ast.Node = lit
	if u, ok := o.Parent(n).(*ast.UnaryExpr); ok {
		n = u
	}
	if as, ok := o.Parent(n).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
		return o.setHandler(o.VarOf(as.Lhs[0]))
	}
	return nil
}

// setHandler: srv.Handler = mux.
func (o *overruns) setHandler(v *types.Var) (handler ast.Expr) {
	if v == nil {
		return nil
	}
	for _, file := range o.Files {
		o.Walk(file, syntax.Assigns, func(n ast.Node) bool {
			as := n.(*ast.AssignStmt)
			if sel, ok := as.Lhs[0].(*ast.SelectorExpr); ok && len(as.Lhs) == 1 && sel.Sel.Name == "Handler" && o.VarOf(sel.X) == v {
				handler = as.Rhs[0]
			}
			return true
		})
	}
	return handler
}

func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == name {
			return kv.Value
		}
	}
	return nil
}

// limitOfWrapper is the time that a wrapper around handlers gives them: http.TimeoutHandler, chi's and other routers'
// middleware.
func (o *overruns) limitOfWrapper(call *ast.CallExpr) time.Duration {
	fn := o.Target(call).Fn
	if fn == nil || fn.Pkg() == nil {
		return 0
	}
	path := fn.Pkg().Path()
	switch {
	case syntax.IsFunc(fn, "net/http", "TimeoutHandler") && len(call.Args) == 3:
		return o.span(call.Args[1], 0).D
	case strings.HasSuffix(path, "/middleware") && (fn.Name() == "Timeout" || fn.Name() == "ContextTimeout") && len(call.Args) == 1:
		return o.span(call.Args[0], 0).D
	}
	return 0
}
