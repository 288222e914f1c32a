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
		o.Walk(file, syntax.Keyed, func(n ast.Node) bool {
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
		if kv, ok := elt.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == "Handler" && !o.Info.Types[kv.Value].IsNil() {
			s.handler = kv.Value
		}
	}
	if s.handler == nil && o.setLater(lit) {
		return s, false
	}
	return s, s.limit > 0
}

// setLater: srv.Handler = mux.
func (o *overruns) setLater(lit *ast.CompositeLit) bool {
	found := false
	for _, file := range o.Files {
		o.Walk(file, syntax.Assigns, func(n ast.Node) bool {
			for _, l := range n.(*ast.AssignStmt).Lhs {
				sel, ok := l.(*ast.SelectorExpr)
				found = found || ok && sel.Sel.Name == "Handler" && syntax.Is(o.Info.TypeOf(sel.X), "net/http", "Server")
			}
			return !found
		})
	}
	return found
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
