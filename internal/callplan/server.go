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
	handler ast.Expr // nil: http.DefaultServeMux
}

// servers compares what handlers allow themselves, and what is allowed them, with the WriteTimeout of the server that
// they are registered on: past that the server cuts the connection, and the answer is lost.
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
	if len(all) == 0 || o.extends() {
		return
	}
	for _, s := range all {
		l := o.layersOf(s.handler)
		for _, x := range l.limits {
			if x.time.D >= s.limit {
				o.cut(s, x.node, x.time, x.via)
			}
		}
		for _, e := range entries {
			if e.Plan == nil || !o.registeredOn(e.Func, l) {
				continue
			}
			for _, n := range outermost(e.Plan) {
				if n.node != nil && n.Time.D >= s.limit {
					o.cut(s, n.node, Span{D: n.Time.D}, "")
				}
			}
			o.slowest(s, Expand(*e.Plan, o.lookup))
		}
	}
}

// cut reports a limit that is no shorter than the server's, each once.
func (o *overruns) cut(s server, at ast.Node, time Span, via string) {
	for _, f := range o.found {
		if f.Kind == Server && f.Node == at {
			return
		}
	}
	o.found = append(o.found, Overrun{Kind: Server, Node: at, Time: time.D, By: time.Why, Limit: s.limit, Outer: s.at, Why: "WriteTimeout (" + o.at(s.at) + ")", Via: via})
}

// slowest finds the calls that the handler waits for longer than the server does, one by one. What ends sooner by a
// deadline around it is left out.
func (o *overruns) slowest(s server, n Node) {
	switch n.Kind {
	case Async:
		return
	case Bounded:
		if n.Time.D > 0 && n.Time.D < s.limit || n.Time.D == 0 {
			return
		}
	case Call:
		if _, call := n.node.(*ast.CallExpr); call && n.Name == "" && n.Time.D > s.limit {
			o.cut(s, n.node, n.Time, "")
		}
	}
	for _, k := range n.Kids {
		o.slowest(s, k)
	}
}

// extends: the package moves the deadline of an answer itself.
func (o *overruns) extends() bool {
	found := false
	for _, file := range o.Files {
		o.Walk(file, syntax.Calls, func(n ast.Node) bool {
			fn := o.Target(n.(*ast.CallExpr)).Fn
			found = found || syntax.IsFunc(fn, "net/http", "NewResponseController")
			return !found
		})
	}
	return found
}

// server reads the WriteTimeout of an http.Server, from its literal or a later statement, and its handler from either:
//
//	srv := &http.Server{Handler: mux}; srv.WriteTimeout = 10 * time.Second
func (o *overruns) server(n ast.Node) (s server, ok bool) {
	var v *types.Var // the server
	var lit *ast.CompositeLit
	var limit ast.Expr
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		lit, _ = o.Parent(n).(*ast.CompositeLit)
		if lit == nil || !syntax.Is(o.Info.TypeOf(lit), "net/http", "Server") || types.ExprString(n.Key) != "WriteTimeout" {
			return s, false
		}
		limit, v = n.Value, o.holderOf(lit)
	case *ast.AssignStmt:
		sel, is := n.Lhs[0].(*ast.SelectorExpr)
		if !is || len(n.Lhs) != 1 || sel.Sel.Name != "WriteTimeout" || !syntax.Is(o.Info.TypeOf(sel.X), "net/http", "Server") {
			return s, false
		}
		limit, v = n.Rhs[0], o.VarOf(sel.X)
		if u, is := o.made(sel.X).(*ast.UnaryExpr); is {
			lit, _ = u.X.(*ast.CompositeLit)
		}
		if lit == nil && v == nil {
			return s, false
		}
	default:
		return s, false
	}
	s = server{limit: o.span(limit, 0).D, at: n}
	if h := syntax.KeyedValue(lit, "Handler"); h != nil && !o.Info.Types[h].IsNil() {
		s.handler = h
	} else if h, known := o.setLater(v); !known {
		return s, false
	} else {
		s.handler = h
	}
	return s, s.limit > 0
}

// holderOf is the variable that a literal is assigned to; nil where it is used otherwise.
func (o *overruns) holderOf(lit *ast.CompositeLit) *types.Var {
	var n ast.Node = lit
	if u, ok := o.Parent(n).(*ast.UnaryExpr); ok {
		n = u
	}
	if as, ok := o.Parent(n).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
		return o.VarOf(as.Lhs[0])
	}
	return nil
}

// setLater is the handler that a statement gives a server: srv.Handler = mux. It is not known where the package sets
// handlers of servers, and of which ones cannot be told.
func (o *overruns) setLater(v *types.Var) (handler ast.Expr, known bool) {
	known = true
	for _, file := range o.Files {
		o.Walk(file, syntax.Assigns, func(n ast.Node) bool {
			as := n.(*ast.AssignStmt)
			for i, l := range as.Lhs {
				sel, ok := l.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Handler" || !syntax.Is(o.Info.TypeOf(sel.X), "net/http", "Server") || len(as.Rhs) != len(as.Lhs) {
					continue
				}
				if v != nil && o.VarOf(sel.X) == v {
					handler = as.Rhs[i]
				} else {
					known = known && handler != nil
				}
			}
			return true
		})
	}
	return handler, known || handler != nil
}

// registeredOn: a call on one of the routers is given the handler.
func (o *overruns) registeredOn(f *syntax.Func, l *layers) bool {
	found := false
	o.registrations(l, func(call *ast.CallExpr) {
		for _, a := range call.Args[1:] {
			found = found || o.handler(a) == f
		}
	})
	return found
}
