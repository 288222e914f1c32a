package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Entry is a place where requests come in: an HTTP handler, a method of a gRPC or Connect service, or what a directive
// or the configuration names.
type Entry struct {
	Func  *syntax.Func
	Name  string // "(*Server).handleDashboard"
	Route string // "GET /api/dashboard", where it is registered in sight
	Pos   token.Pos
	// Total and Margin are what a directive, the configuration or the contract gives it; 0 means not said.
	Total, Margin time.Duration
	TotalWhy      string
	Plan          *Node // nil: it calls nothing
}

// entries lists the entry points that call something.
func (m *model) entries() (out []Entry) {
	routes := m.routes()
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Body == nil || !m.isEntry(f) {
			continue
		}
		e := Entry{Func: f, Name: m.spell(f), Route: routes[f], Pos: f.Node.Pos()}
		if f.Outer == nil {
			e.Plan = m.plans[f]
		} else {
			b := &builder{model: m, f: f}
			if n, ok := b.function(f); ok {
				e.Plan = &n
			}
		}
		m.total(&e)
		if e.Plan != nil {
			out = append(out, e)
		}
	}
	return out
}

func (m *model) spell(f *syntax.Func) string {
	if f.Obj != nil {
		return syntax.Spell(f.Obj)
	}
	if name := f.Name(); name != "" {
		return "a literal in " + name
	}
	return "a literal"
}

func (m *model) isEntry(f *syntax.Func) bool {
	if m.dead.Handler(f) && !m.wraps(f) {
		return true
	}
	if f.Obj != nil {
		if _, ok := m.dirs.Entry(f.Obj); ok {
			return true
		}
		if m.serves(f.Obj) {
			return true
		}
	}
	return m.framework(f)
}

// wraps: a middleware calls the next handler; the request is answered there.
func (m *model) wraps(f *syntax.Func) bool {
	found := false
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if fn := m.Target(n.(*ast.CallExpr)).Fn; fn != nil && fn.Name() == "ServeHTTP" {
			found = true
		}
		return !found
	})
	return found
}

// framework: a handler of gin, echo, fiber and the like takes their context, and little else.
func (m *model) framework(f *syntax.Func) bool {
	if f.Sig == nil || f.Sig.Params().Len() != 1 {
		return false
	}
	t := f.Sig.Params().At(0).Type()
	src, ok := catalog.SourceOf(t)
	if !ok || !src.Request || syntax.IsRequest(t) || strings.Contains(src.Pkg, "grpc") {
		return false
	}
	// A helper takes it, too: a handler is a value that somebody registers.
	return f.Outer != nil && m.registered(f.Node) || f.Obj != nil && m.valued(f.Obj)
}

func (m *model) registered(lit ast.Node) bool {
	_, ok := m.Parent(lit).(*ast.CallExpr)
	return ok
}

// valued: the function is named without being called.
func (m *model) valued(fn *types.Func) bool { return len(m.asValue[fn]) > 0 }

// serves: a method of a type that embeds a generated Unimplemented…Server or …Handler and answers one of its calls.
func (m *model) serves(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !fn.Exported() || syntax.CtxParam(fn.Signature()) < 0 && !streams(fn.Signature()) {
		return false
	}
	name := syntax.NameOf(recv.Type())
	if name == nil {
		return false
	}
	if st, ok := name.Type().Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			n := syntax.NameOf(f.Type())
			if f.Embedded() && n != nil && generated(n.Name()) && hasMethod(n.Type(), fn.Name()) {
				return true
			}
		}
	}
	sig := fn.Signature()
	if sig.Params().Len() == 2 && sig.Results().Len() == 2 {
		return connects(sig.Params().At(1).Type()) && connects(sig.Results().At(0).Type())
	}
	return false
}

// generated: the names that protoc-gen-go-grpc and its kind give to what a service embeds.
func generated(name string) bool {
	return strings.HasPrefix(name, "Unimplemented") || strings.HasPrefix(name, "Unsafe") || strings.HasSuffix(name, "Server")
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

func connects(t types.Type) bool {
	n := syntax.NameOf(t)
	return n != nil && n.Pkg() != nil && strings.HasSuffix(n.Pkg().Path(), "connectrpc.com/connect") && (n.Name() == "Request" || n.Name() == "Response")
}

func streams(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if n := syntax.NameOf(p.Type()); n != nil && (strings.HasSuffix(n.Name(), "Server") || n.Name() == "ServerStreamingServer") {
			return true
		}
	}
	return false
}

// verbs are the methods by which routers register a handler, for the name of a route.
var verbs = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "Get", "Post", "Put", "Delete", "Patch", "Head", "Options"}

// routes finds where handlers are registered: mux.HandleFunc("GET /x", h), r.GET("/x", h), r.Get("/x", h).
func (m *model) routes() map[*syntax.Func]string {
	out := map[*syntax.Func]string{}
	for _, file := range m.Files {
		m.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			route := ""
			name := sel.Sel.Name
			switch {
			case name == "HandleFunc" || name == "Handle":
				route = m.text(call.Args[0])
			case slices.Contains(verbs, name):
				if path := m.text(call.Args[0]); strings.HasPrefix(path, "/") {
					route = strings.ToUpper(name) + " " + path
				}
			}
			if route == "" {
				return true
			}
			for _, a := range call.Args[1:] {
				if f := m.handler(a); f != nil && out[f] == "" {
					out[f] = route
				}
			}
			return true
		})
	}
	return out
}

// handler is the function behind what is registered: itself, a method value, a conversion, or what a wrapper is given.
func (m *model) handler(e ast.Expr) *syntax.Func {
	if t := m.FuncValue(e); t.Func != nil {
		return t.Func
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	for _, a := range call.Args {
		if f := m.handler(a); f != nil {
			return f
		}
	}
	return nil
}

// total fills in the time that the entry has: by directive or configuration, else by the only aggregator of the
// contract.
func (m *model) total(e *Entry) {
	if e.Func.Obj != nil {
		if d, ok := m.dirs.Entry(e.Func.Obj); ok && d.Total > 0 {
			e.Total, e.Margin, e.TotalWhy = d.Total, d.Margin, "its entry directive"
			return
		}
	}
	if c := m.cfg.Contract; c != nil && len(c.Aggregators) == 1 && m.concerns(e.Plan) {
		a := c.Aggregators[0]
		e.Total, e.Margin, e.TotalWhy = a.TotalBudget, a.SafetyMargin, "the contract"
	}
}

// concerns: the contract names something that the plan calls.
func (m *model) concerns(n *Node) bool {
	found := false
	if n != nil {
		n.Each(func(k *Node) bool {
			found = found || m.row(k.Name) != nil
			return !found
		})
	}
	return found
}
