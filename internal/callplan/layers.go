package callplan

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Allows is the fact of a function that returns an http.Handler which gives requests a time.
type Allows struct{ Time Span }

func (*Allows) AFact()           {}
func (a *Allows) String() string { return "allows(" + a.Time.String() + ")" }

// allowance is a time that is given to all requests of a handler: http.TimeoutHandler, chi's middleware.Timeout.
type allowance struct {
	time Span
	node ast.Node
	via  string // the function of another package that gives it, "" in this one
}

// layers are what stands in front of the handlers of a server.
type layers struct {
	routers map[*types.Var]bool
	byName  bool // http.DefaultServeMux: http.Handle, http.HandleFunc
	limits  []allowance
}

// layersOf walks from a server's handler through what wraps it to the routers, and collects the times on the way.
func (m *model) layersOf(handler ast.Expr) *layers {
	l := &layers{routers: map[*types.Var]bool{}, byName: handler == nil}
	m.layer(handler, l, 0)
	m.spread(l)
	m.registrations(l, func(call *ast.CallExpr) {
		for _, a := range call.Args[1:] {
			inner := &layers{routers: map[*types.Var]bool{}}
			m.layer(a, inner, 0)
			l.limits = append(l.limits, inner.limits...)
		}
	})
	m.middlewares(l)
	return l
}

// layer adds what one expression of a handler is made of: the router itself, what wraps it, what a function of the
// package that makes it returns.
func (m *model) layer(e ast.Expr, l *layers, depth int) {
	if e == nil || depth > maxDepth {
		return
	}
	e = ast.Unparen(e)
	m.passesOn(e, l, depth)
	if v := m.VarOf(e); v != nil {
		if v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultServeMux" {
			l.byName = true
			return
		}
		l.routers[v] = true
		if rhs := m.only(e); rhs != nil {
			m.layer(rhs, l, depth+1)
		}
		return
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return
	}
	if x, ok := m.allowed(call); ok {
		l.limits = append(l.limits, x)
	}
	for _, a := range call.Args {
		m.layer(a, l, depth+1)
	}
	if f := m.Target(call).Func; f != nil {
		m.Flat(f.Body, syntax.Returns, func(n ast.Node) {
			for _, r := range n.(*ast.ReturnStmt).Results {
				if handles(m.Info.TypeOf(r)) {
					m.layer(r, l, depth+1)
				}
			}
		})
	}
}

// passesOn: the handler is a function, or has a method of this package, that gives the request to the next one.
func (m *model) passesOn(e ast.Expr, l *layers, depth int) {
	f := m.FuncValue(e).Func
	if f == nil {
		if _, call := e.(*ast.CallExpr); call || m.Info.TypeOf(e) == nil {
			return
		}
		obj, _, _ := types.LookupFieldOrMethod(m.Info.TypeOf(e), true, m.pass.Pkg, "ServeHTTP")
		if fn, ok := obj.(*types.Func); ok {
			f = m.Decl(fn)
		}
	}
	if f == nil || f.Body == nil || f.Test {
		return
	}
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		sel, ok := n.(*ast.CallExpr).Fun.(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "ServeHTTP" && handles(m.Info.TypeOf(sel.X)) {
			m.layer(sel.X, l, depth+1)
		}
		return true
	})
}

// allowed: http.TimeoutHandler(h, d, msg), or a function elsewhere of which a fact says that it gives a time.
func (m *model) allowed(e ast.Expr) (x allowance, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return x, false
	}
	fn := m.Target(call).Fn
	if fn == nil {
		return x, false
	}
	if syntax.IsFunc(fn, "net/http", "TimeoutHandler") && len(call.Args) == 3 {
		x = allowance{time: m.span(call.Args[1], 0), node: call}
		return x, x.time.D > 0
	}
	var fact Allows
	if fn.Pkg() != m.pass.Pkg && m.pass.ImportObjectFact(fn.Origin(), &fact) {
		return allowance{fact.Time, call, types.ExprString(call.Fun)}, true
	}
	return x, false
}

// middlewares collects the times that routers are told to give: r.Use(middleware.Timeout(time.Minute)).
func (m *model) middlewares(l *layers) {
	for _, file := range m.Files {
		m.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "Use" || !m.isRouter(sel.X, l) {
				return true
			}
			for _, a := range call.Args {
				if x, ok := m.middleware(a); ok {
					l.limits = append(l.limits, x)
				}
			}
			return true
		})
	}
}

// middleware reads chi's middleware.Timeout(d).
func (m *model) middleware(e ast.Expr) (x allowance, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return x, false
	}
	fn := m.Target(call).Fn
	if fn == nil || fn.Name() != "Timeout" || fn.Pkg() == nil {
		return x, false
	}
	path := fn.Pkg().Path()
	if !strings.HasPrefix(path, "github.com/go-chi/chi/") || !strings.HasSuffix(path, "/middleware") {
		return x, false
	}
	x = allowance{time: m.span(call.Args[0], 0), node: call}
	return x, x.time.D > 0
}

// registrations calls f for each call that registers something on one of the routers, or, for the default one, with
// net/http itself.
func (m *model) registrations(l *layers, f func(*ast.CallExpr)) {
	for _, file := range m.Files {
		m.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			if len(call.Args) < 2 {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && m.isRouter(sel.X, l) || l.byName && syntax.IsFunc(m.Target(call).Fn, "net/http", "Handle", "HandleFunc") {
				f(call)
			}
			return true
		})
	}
}

// handles: a type that serves requests.
func handles(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ServeHTTP")
	_, ok := obj.(*types.Func)
	return ok
}

// exportAllows tells other packages which functions return a handler that gives requests a time.
func (m *model) exportAllows() {
	for _, f := range m.Funcs {
		if f.Obj == nil || f.Test || f.Broken || f.Outer != nil || f.Sig == nil || f.Sig.Results().Len() == 0 || !handles(f.Sig.Results().At(0).Type()) {
			continue
		}
		l := &layers{routers: map[*types.Var]bool{}}
		m.Flat(f.Body, syntax.Returns, func(n ast.Node) {
			if r := n.(*ast.ReturnStmt); len(r.Results) == f.Sig.Results().Len() {
				m.layer(r.Results[0], l, 0)
			}
		})
		m.middlewares(l)
		var longest allowance
		for _, x := range l.limits {
			if x.time.D > longest.time.D {
				longest = x
			}
		}
		if longest.time.D > 0 {
			why := longest.time.Why
			if call, ok := longest.node.(*ast.CallExpr); ok && why == "" {
				why = fmt.Sprintf("%s (%s)", types.ExprString(call.Fun), m.at(call))
			}
			m.pass.ExportObjectFact(f.Obj, &Allows{Span{D: longest.time.D, Why: why}})
		}
	}
}
