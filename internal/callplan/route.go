package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

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
				if route = m.path(call.Args[0]); route != "" {
					route = m.methods(call) + route
				}
			case slices.Contains(verbs, name):
				if path := m.path(call.Args[0]); strings.Contains(path, "/") {
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

// path spells the path of a route; what is not constant in it by its name: baseUrl + "/cart" is {baseUrl}/cart.
func (m *model) path(e ast.Expr) string {
	if s := m.text(e); s != "" {
		return s
	}
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD {
		return ""
	}
	x, y := m.path(b.X), m.path(b.Y)
	if x == "" && y == "" {
		return ""
	}
	return cmpOr(x, "{"+types.ExprString(b.X)+"}") + cmpOr(y, "{"+types.ExprString(b.Y)+"}")
}

// methods are those for which a router of gorilla registers a handler: r.HandleFunc("/x", h).Methods("GET").
func (m *model) methods(call *ast.CallExpr) string {
	sel, ok := m.Parent(call).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Methods" {
		return ""
	}
	on, ok := m.Parent(sel).(*ast.CallExpr)
	if !ok {
		return ""
	}
	var names []string
	for _, a := range on.Args {
		if s := m.text(a); s != "" {
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ",") + " "
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
