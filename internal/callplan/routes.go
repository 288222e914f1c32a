package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// routes is what a server's handler leads to: routers, the functions registered on them, and the wrappers that limit
// those in time.
type routes struct {
	o        *overruns
	routers  map[*types.Var]bool
	handlers map[*syntax.Func]bool
	limits   []*ast.CallExpr
	seen     map[ast.Node]bool
}

// routesOf follows a server's handler within the package.
func (o *overruns) routesOf(handler ast.Expr) *routes {
	r := &routes{o: o, routers: map[*types.Var]bool{}, handlers: map[*syntax.Func]bool{}, seen: map[ast.Node]bool{}}
	r.follow(handler, 0)
	for more := true; more; {
		more = false
		for _, file := range o.Files {
			o.Walk(file, syntax.Calls, func(n ast.Node) bool {
				call := n.(*ast.CallExpr)
				if !r.seen[call] && r.concerns(call) {
					more = true
					r.register(call)
				}
				return true
			})
		}
	}
	return r
}

// concerns: the call is a method of a router, or is given one.
func (r *routes) concerns(call *ast.CallExpr) bool {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && r.router(sel.X) {
		return true
	}
	for _, a := range call.Args {
		if r.router(a) {
			return true
		}
	}
	return false
}

// router: a router, or a call of a method of one, as in r.With(auth).Get("/", h).
func (r *routes) router(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return r.routers[r.o.VarOf(e)]
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && r.router(sel.X)
	}
	return false
}

// register reads a call that concerns a router: what it is given serves requests, what it returns and the parameter of a
// function that it is given are routers too.
//
//	r.Get("/", s.page)    r.Route("/a", func(r chi.Router) { … })    v1 := e.Group("/v1")    s.addRoutes(r)
func (r *routes) register(call *ast.CallExpr) {
	r.seen[call] = true
	if f := r.o.Target(call).Func; f != nil {
		for i, v := range f.Params {
			if i >= 0 && i < len(call.Args) && r.router(call.Args[i]) {
				r.routers[v] = true
			}
		}
		return
	}
	for _, a := range call.Args {
		r.follow(a, 0)
	}
	if as, ok := r.o.Parent(call).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && serves(r.o.Info.TypeOf(as.Lhs[0])) {
		if v := r.o.VarOf(as.Lhs[0]); v != nil {
			r.routers[v] = true
		}
	}
}

// serves: the type is a router, or serves requests itself.
func serves(t types.Type) bool {
	if t == nil {
		return false
	}
	for _, name := range []string{"ServeHTTP", "HandleFunc", "Handle", "GET", "Route", "Group"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return true
		}
	}
	return false
}

// follow notes what an expression that serves requests leads to.
func (r *routes) follow(e ast.Expr, depth int) {
	if e == nil || depth > maxDepth {
		return
	}
	e = ast.Unparen(e)
	if f := r.o.handler(e); f != nil {
		r.handlers[f] = true
	}
	if lit, ok := e.(*ast.FuncLit); ok {
		for _, v := range r.o.FuncOf(lit).Params {
			if serves(v.Type()) {
				r.routers[v] = true
			}
		}
		return
	}
	t := r.o.Info.TypeOf(e)
	if call, ok := e.(*ast.CallExpr); ok {
		r.wrapped(call, depth)
	} else if v := r.o.VarOf(e); v != nil && serves(t) && !r.routers[v] {
		r.routers[v] = true
		r.follow(r.o.only(e), depth+1)
	}
	if name := syntax.NameOf(t); name != nil && name.Pkg() == r.o.pass.Pkg { // a type of this package with ServeHTTP
		obj, _, _ := types.LookupFieldOrMethod(t, true, name.Pkg(), "ServeHTTP")
		if fn, ok := obj.(*types.Func); ok {
			r.handlers[r.o.Decl(fn)] = true
		}
	}
}

// wrapped follows a call that gives a handler: http.TimeoutHandler(h, d, ""), cors(mux), s.routes().
func (r *routes) wrapped(call *ast.CallExpr, depth int) {
	if !r.seen[call] {
		r.seen[call] = true
		r.limits = append(r.limits, call)
	}
	for _, a := range call.Args {
		r.follow(a, depth+1)
	}
	if f := r.o.Target(call).Func; f != nil {
		r.o.Walk(f.Body, syntax.Returns, func(n ast.Node) bool {
			for _, e := range n.(*ast.ReturnStmt).Results {
				r.follow(e, depth+1)
			}
			return true
		})
	}
}
