package outcome

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Aims is the fact of a function whose parameters say where it asks, and not only what for.
//
//	func (f *Feed) ask(ctx context.Context, p Provider) (float64, error) { … http.NewRequest("GET", p.URL, nil) … } // 1
type Aims struct{ Params []int }

func (*Aims) AFact() {}

func (a *Aims) String() string { return fmt.Sprintf("aims%v", a.Params) }

// learnAims finds them, callees before callers as far as a few rounds go.
func (m *model) learnAims() {
	m.down.Implementations(func(method string, impl *types.Func) { m.impls[method] = append(m.impls[method], impl) })
	for grew, round := true, 0; grew && round < 4; round++ {
		grew = false
		for _, f := range m.Funcs {
			if f.Obj == nil || f.Broken || f.Test || f.Sig == nil {
				continue
			}
			for i, v := range f.Params {
				if i >= 0 && !slices.Contains(m.aims[f.Obj], i) && mayAim(v.Type()) && m.aimed(f, v) {
					m.aims[f.Obj], grew = append(m.aims[f.Obj], i), true
				}
			}
		}
	}
	for fn, params := range m.aims {
		slices.Sort(params)
		m.export(fn, &Aims{params})
	}
}

func mayAim(t types.Type) bool {
	if syntax.IsContext(t) || syntax.IsError(t) {
		return false
	}
	switch u := syntax.Deref(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Struct, *types.Interface:
		return true
	}
	return false
}

// aimsOf are the parameters of fn that say where it asks.
func (m *model) aimsOf(fn *types.Func) []int {
	if fn == nil {
		return nil
	}
	if a, ok := m.aims[fn.Origin()]; ok {
		return a
	}
	var a Aims
	if fn.Pkg() != m.Types && m.fact(fn, &a) {
		return a.Params
	}
	if syntax.IsInterface(fn) {
		for _, impl := range m.impls[downstream.Key(fn)] {
			if list := m.aims[impl.Origin()]; len(list) > 0 {
				return list
			}
			if impl.Pkg() != m.Types && m.fact(impl, &a) {
				return a.Params
			}
		}
	}
	return nil
}

// aimed: f asks at v.
func (m *model) aimed(f *syntax.Func, v *types.Var) bool {
	s := places{m: m, elems: map[*types.Var]bool{v: true}}
	s.spread(f.Body)
	found := false
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if c := m.remote[n.(*ast.CallExpr)]; c != nil && s.goesTo(c) {
			found = true
		}
		return !found
	})
	return found
}

// places are variables that say where to ask: the element of a loop, or a parameter, and what is made of it.
type places struct {
	m     *model
	elems map[*types.Var]bool
	keys  map[*types.Var]bool // they only count as an index
}

// spread adds the variables of a body that are made of those that there are: api := t.regions[region].
func (s *places) spread(body ast.Node) {
	for grew, round := true, 0; grew && round < 4; round++ {
		grew = false
		s.m.Walk(body, syntax.Assigns|syntax.Calls, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, l := range n.Lhs {
						grew = s.take(l, n.Rhs[i], n.Tok) || grew
					}
				} else {
					grew = s.take(n.Lhs[0], n.Rhs[0], n.Tok) || grew
				}
			case *ast.CallExpr: // go func(p Peer) { … }(peer)
				if f := s.m.Target(n).Func; f != nil && f.Outer != nil {
					for i, v := range f.Params {
						if i >= 0 && i < len(n.Args) && !s.elems[v] && s.of(n.Args[i]) {
							s.elems[v], grew = true, true
						}
					}
				}
			}
			return true
		})
	}
}

func (s *places) take(l, r ast.Expr, tok token.Token) bool {
	id, ok := l.(*ast.Ident)
	if !ok || tok != token.DEFINE && tok != token.ASSIGN {
		return false
	}
	v := s.m.VarOf(id)
	if v == nil || s.elems[v] || v.IsField() || s.m.global(v) || !s.same(r) && !s.makes(r, v.Type()) {
		return false
	}
	s.elems[v] = true
	return true
}

// same is of without methods: what they give is an answer, not a place.
func (s *places) same(e ast.Expr) bool {
	for x := ast.Unparen(e); ; {
		switch y := x.(type) {
		case *ast.CallExpr:
			tv, ok := s.m.Info.Types[y.Fun]
			return ok && tv.IsType() && s.of(e)
		case *ast.SelectorExpr:
			x = ast.Unparen(y.X)
		case *ast.IndexExpr:
			x = ast.Unparen(y.X)
		case *ast.StarExpr:
			x = ast.Unparen(y.X)
		case *ast.TypeAssertExpr:
			x = ast.Unparen(y.X)
		default:
			return s.of(e)
		}
	}
}

// of: e is one of the places, something of it, or what stands at it in a map or slice.
func (s *places) of(e ast.Expr) bool {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.IndexExpr:
		if v := s.m.VarOf(x.Index); v != nil && (s.elems[v] || s.keys[v]) {
			return true
		}
		return s.of(x.X)
	case *ast.SelectorExpr:
		return s.of(x.X)
	case *ast.StarExpr:
		return s.of(x.X)
	case *ast.UnaryExpr:
		return x.Op == token.AND && s.of(x.X)
	case *ast.TypeAssertExpr:
		return s.of(x.X)
	case *ast.CallExpr:
		if tv, ok := s.m.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			return s.of(x.Args[0])
		}
		sel, ok := x.Fun.(*ast.SelectorExpr)
		return ok && s.m.Info.Selections[sel] != nil && s.of(sel.X)
	case *ast.Ident:
		v := s.m.VarOf(x)
		return v != nil && s.elems[v]
	}
	return false
}

// makes: r makes a client, or a request, for one of the places.
func (s *places) makes(r ast.Expr, t types.Type) bool {
	switch r := ast.Unparen(r).(type) {
	case *ast.UnaryExpr:
		return r.Op == token.AND && s.makes(r.X, t)
	case *ast.CompositeLit: // &Client{BaseURL: peer}
		for _, elt := range r.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && syntax.HasWord(types.ExprString(kv.Key), where...) && s.leads(kv.Value, 0) {
				return true
			}
		}
	case *ast.CallExpr:
		fn := s.m.Target(r).Fn
		switch {
		case fn == nil:
			return false
		case syntax.IsRequest(t):
			return s.addressed(r)
		case clientLike(t) || syntax.HasWord(fn.Name(), "client", "conn", "connection", "dial", "connect", "session"):
			return slices.ContainsFunc(r.Args, func(a ast.Expr) bool {
				return s.of(a) || s.makes(a, t) || isString(s.m.Info.TypeOf(a)) && s.leads(a, 0)
			})
		}
	}
	return false
}

// goesTo: the call asks at one of the places.
func (s *places) goesTo(c *downstream.Call) bool {
	if c.Recv != nil && s.of(c.Recv) && !isString(s.m.Info.TypeOf(c.Recv)) {
		return true
	}
	if s.addressed(c.Expr) || c.Recv != nil && s.makes(c.Recv, s.m.Info.TypeOf(c.Recv)) {
		return true
	}
	for _, a := range c.Expr.Args {
		if syntax.IsRequest(s.m.Info.TypeOf(a)) && s.of(a) {
			return true
		}
	}
	for _, i := range s.m.aimsOf(c.Fn) {
		if a := c.Arg(c.Expr, i); a != nil && (s.leads(a, 0) || !isString(s.m.Info.TypeOf(a)) && s.of(a)) {
			return true
		}
	}
	return false
}

// addressed: an argument of a call to a library is an address by its parameter's name, and begins with a place.
func (s *places) addressed(call *ast.CallExpr) bool {
	fn := s.m.Target(call).Fn
	if fn == nil || fn.Pkg() == s.m.Types {
		return false
	}
	params := fn.Signature().Params()
	for i, a := range call.Args {
		if i < params.Len() && isString(params.At(i).Type()) && syntax.HasWord(params.At(i).Name(), where...) && s.leads(a, 0) {
			return true
		}
	}
	return false
}

// leads: the host of an address comes from a place: "http://"+peer+"/status", fmt.Sprintf("%s/health", node.URL).
func (s *places) leads(e ast.Expr, depth int) bool {
	if e == nil || depth > 6 {
		return false
	}
	if s.of(e) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := s.m.VarOf(e)
		if v == nil || v.IsField() || s.m.global(v) {
			return false
		}
		defs := s.m.Reach(v, e)
		return len(defs) == 1 && defs[0].Kind == syntax.Assigned && s.leads(defs[0].Rhs, depth+1)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && s.first(operands(e), depth)
	case *ast.UnaryExpr:
		return e.Op == token.AND && s.leads(e.X, depth+1)
	case *ast.CompositeLit: // url.URL{Scheme: "http", Host: peer}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && syntax.HasWord(types.ExprString(kv.Key), where...) && s.leads(kv.Value, depth+1) {
				return true
			}
		}
	case *ast.CallExpr:
		return s.leadsCall(e, depth)
	}
	return false
}

func (s *places) leadsCall(call *ast.CallExpr, depth int) bool {
	fn := s.m.Target(call).Fn
	switch {
	case fn == nil:
		return false
	case syntax.IsFunc(fn, "fmt", "Sprintf") && len(call.Args) > 1:
		format, ok := s.m.text(call.Args[0])
		if !ok {
			return false
		}
		var parts []ast.Expr
		for i, lit := range strings.Split(format, "%") {
			if i > 0 {
				if i >= len(call.Args) || lit == "" {
					break
				}
				parts, lit = append(parts, call.Args[i]), lit[1:]
			}
			parts = append(parts, &ast.BasicLit{Kind: token.STRING, Value: lit})
		}
		return s.first(parts, depth)
	case syntax.IsFunc(fn, "net/url", "JoinPath", "Parse"), fn.Pkg() != nil && fn.Pkg().Path() == "strings" && strings.HasPrefix(fn.Name(), "Trim"), syntax.IsFunc(fn, "net", "JoinHostPort"):
		return len(call.Args) > 0 && s.leads(call.Args[0], depth+1)
	case fn.Name() == "String" || fn.Name() == "JoinPath":
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && s.leads(sel.X, depth+1)
	}
	return false
}

// first: of the parts of an address, the one that the host begins with is a place.
func (s *places) first(parts []ast.Expr, depth int) bool {
	for i, p := range parts {
		text, fixed := s.m.text(p)
		if lit, ok := p.(*ast.BasicLit); ok && !fixed {
			text, fixed = lit.Value, true
		}
		if fixed {
			if _, host, ok := strings.Cut(text, "://"); ok {
				text = host
			}
			if strings.Contains(text, "/") {
				return false
			}
			continue
		}
		if i+1 < len(parts) {
			next, fixed := s.m.text(parts[i+1])
			if lit, ok := parts[i+1].(*ast.BasicLit); ok && !fixed {
				next = lit.Value
			}
			if strings.HasPrefix(next, "://") {
				continue // the scheme
			}
		}
		return s.leads(p, depth+1)
	}
	return false
}

func operands(e ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return append(operands(b.X), operands(b.Y)...)
	}
	return []ast.Expr{e}
}

func (m *model) text(e ast.Expr) (string, bool) {
	if tv, ok := m.Info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value), true
	}
	return "", false
}

func clientLike(t types.Type) bool {
	if t == nil {
		return false
	}
	n := syntax.NameOf(t)
	return n != nil && syntax.HasWord(n.Name(), "client", "clientset", "conn", "connection", "session")
}

// where are words of names that say where something is.
var where = []string{"url", "uri", "endpoint", "addr", "address", "host", "hostname", "target", "server", "upstream", "backend", "peer", "mirror", "broker", "dsn", "authority"}

func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// root is the variable that a chain of fields, indexes and methods begins with.
func (m *model) root(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			e = x.X
		case *ast.CallExpr:
			sel, ok := x.Fun.(*ast.SelectorExpr)
			if !ok {
				return nil
			}
			e = sel.X
		case *ast.Ident:
			v, _ := m.Info.ObjectOf(x).(*types.Var)
			return v
		default:
			return nil
		}
	}
}
