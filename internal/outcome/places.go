package outcome

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// places are variables that say where to ask: the element of a loop, or a parameter, and what is made of it.
type places struct {
	m     *model
	elems map[*types.Var]bool
	keys  map[*types.Var]bool // they only count as an index
	urls  bool                // an address of theirs is that of a service, not of one of its pages
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

// mentions: one of the places, or an index of one, is a part of e.
func (s *places) mentions(e ast.Node) bool {
	found := false
	s.m.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := s.m.Info.Uses[id].(*types.Var)
			found = found || v != nil && (s.elems[v] || s.keys[v])
		}
		return !found
	})
	return found
}

func (s *places) take(l, r ast.Expr, tok token.Token) bool {
	if sel, ok := l.(*ast.SelectorExpr); ok { // cfg.Region = region
		v := s.m.VarOf(sel.X)
		if v == nil || v.IsField() || s.m.global(v) || s.elems[v] || !s.of(r) || !syntax.HasWord(sel.Sel.Name, services...) {
			return false
		}
		s.elems[v] = true
		return true
	}
	id, ok := l.(*ast.Ident)
	if !ok || tok != token.DEFINE && tok != token.ASSIGN {
		return false
	}
	v := s.m.VarOf(id)
	if v == nil || s.elems[v] || v.IsField() || s.m.global(v) || !s.same(r) && s.makes(r, v.Type()) == nowhere {
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
		if s.mentions(x.Index) {
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
func (s *places) makes(r ast.Expr, t types.Type) (l lead) {
	switch r := ast.Unparen(r).(type) {
	case *ast.UnaryExpr:
		if r.Op == token.AND {
			return s.makes(r.X, t)
		}
	case *ast.CompositeLit: // &Client{BaseURL: peer}
		for _, elt := range r.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				l = max(l, s.addressFor(types.ExprString(kv.Key), kv.Value))
			}
		}
	case *ast.CallExpr:
		fn := s.m.Target(r).Fn
		if fn == nil || syntax.IsRequest(t) || !clientLike(t) && !syntax.HasWord(fn.Name(), "client", "conn", "connection", "dial", "connect", "session") {
			return nowhere
		}
		for _, a := range r.Args {
			if s.mentions(a) {
				return begins
			}
		}
	}
	return l
}

// goesTo: the call asks at one of the places, each of which is a service of its own.
func (s *places) goesTo(c *downstream.Call) bool {
	l := s.goes(c)
	return l == begins || l == whole && s.urls
}

func (s *places) goes(c *downstream.Call) (l lead) {
	if c.Recv != nil && s.of(c.Recv) && !syntax.IsString(s.m.Info.TypeOf(c.Recv)) {
		return begins
	}
	l = s.addressed(c.Expr)
	if c.Recv != nil {
		l = max(l, s.makes(c.Recv, s.m.Info.TypeOf(c.Recv)))
	}
	for _, a := range c.Expr.Args {
		if lit, ok := a.(*ast.FuncLit); ok && s.sets(lit) {
			return begins
		}
		if syntax.IsRequest(s.m.Info.TypeOf(a)) {
			l = max(l, s.requested(a))
		}
	}
	aims := s.m.aimsOf(c.Fn)
	for _, i := range aims.Params {
		if a := c.Arg(c.Expr, i); a != nil && (s.leads(a, 0) != nowhere || !syntax.IsString(s.m.Info.TypeOf(a)) && s.of(a)) {
			return begins
		}
	}
	for _, i := range aims.URLs {
		if a := c.Arg(c.Expr, i); a != nil {
			if !syntax.IsString(s.m.Info.TypeOf(a)) && s.of(a) {
				l = max(l, whole)
			}
			l = max(l, s.leads(a, 0))
		}
	}
	return l
}

// sets: an option of the call says where it goes: func(o *s3.Options) { o.Region = region }.
func (s *places) sets(lit *ast.FuncLit) bool {
	found := false
	s.m.Walk(lit.Body, syntax.Assigns, func(n ast.Node) bool {
		as := n.(*ast.AssignStmt)
		sel, ok := as.Lhs[0].(*ast.SelectorExpr)
		found = found || ok && syntax.HasWord(sel.Sel.Name, services...) && s.of(as.Rhs[0])
		return !found
	})
	return found
}

// requested: the request was made for one of the places.
func (s *places) requested(e ast.Expr) lead {
	v := s.m.VarOf(e)
	if v == nil {
		return nowhere
	}
	l := nowhere
	for _, d := range s.m.Reach(v, e) {
		if call, ok := d.Rhs.(*ast.CallExpr); ok {
			l = max(l, s.addressed(call))
		}
	}
	if l == nowhere && s.of(e) {
		return begins
	}
	return l
}

// addressed: an argument of a call to a library is an address by its parameter's name, and has to do with a place.
func (s *places) addressed(call *ast.CallExpr) (l lead) {
	fn := s.m.Target(call).Fn
	if fn == nil || fn.Pkg() == s.m.Types || strings.HasPrefix(fn.Name(), "Lookup") { // a resolver is asked about a host
		return nowhere
	}
	params := fn.Signature().Params()
	for i, a := range call.Args {
		if i < params.Len() && syntax.IsString(params.At(i).Type()) {
			l = max(l, s.addressFor(params.At(i).Name(), a))
		}
	}
	return l
}

// addressFor is what a parameter or field of that name gets.
func (s *places) addressFor(name string, e ast.Expr) lead {
	switch {
	case syntax.HasWord(name, where...), syntax.HasWord(name, "base", "endpoint", "dsn"):
		if s.leads(e, 0) != nowhere {
			return begins
		}
	case syntax.HasWord(name, "url", "uri", "rawurl"):
		return s.leads(e, 0)
	}
	return nowhere
}

// leads: the host of an address comes from a place: "http://"+peer+"/status", fmt.Sprintf("%s/health", node.URL).
func (s *places) leads(e ast.Expr, depth int) lead {
	if e == nil || depth > 6 {
		return nowhere
	}
	if s.of(e) {
		name := types.ExprString(e)
		if syntax.HasWord(name[strings.LastIndex(name, ".")+1:], where...) {
			return begins
		}
		return whole
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := s.m.VarOf(e)
		if v == nil || v.IsField() || s.m.global(v) {
			return nowhere
		}
		if defs := s.m.Reach(v, e); len(defs) == 1 && defs[0].Kind == syntax.Assigned {
			return s.leads(defs[0].Rhs, depth+1)
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return s.first(operands(e), depth)
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return s.leads(e.X, depth+1)
		}
	case *ast.CompositeLit: // url.URL{Scheme: "http", Host: peer}
		l := nowhere
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				l = max(l, s.addressFor(types.ExprString(kv.Key), kv.Value))
			}
		}
		return l
	case *ast.CallExpr:
		return s.leadsCall(e, depth)
	}
	return nowhere
}

func (s *places) leadsCall(call *ast.CallExpr, depth int) lead {
	fn := s.m.Target(call).Fn
	switch {
	case fn == nil || fn.Pkg() == nil:
		return nowhere
	case syntax.IsFunc(fn, "fmt", "Sprintf") && len(call.Args) > 1:
		format, ok := s.m.text(call.Args[0])
		if !ok {
			return nowhere
		}
		var parts []ast.Expr
		for i, lit := range strings.Split(format, "%") {
			if i > 0 {
				if i >= len(call.Args) || lit == "" {
					break
				}
				parts, lit = append(parts, call.Args[i]), lit[1:]
			}
			if lit != "" {
				parts = append(parts, &ast.BasicLit{Kind: token.STRING, Value: lit})
			}
		}
		return s.first(parts, depth)
	case len(call.Args) == 0 && fn.Name() != "String":
		return nowhere
	case syntax.IsFunc(fn, "net/url", "JoinPath"), syntax.IsFunc(fn, "net", "JoinHostPort"):
		if s.leads(call.Args[0], depth+1) != nowhere {
			return begins
		}
	case syntax.IsFunc(fn, "net/url", "Parse"), fn.Pkg().Path() == "strings" && strings.HasPrefix(fn.Name(), "Trim"):
		return s.leads(call.Args[0], depth+1)
	case fn.Name() == "String" || fn.Name() == "JoinPath":
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			return s.leads(sel.X, depth+1)
		}
	}
	return nowhere
}

// first: of the parts of an address, the one that the host begins with is a place.
func (s *places) first(parts []ast.Expr, depth int) lead {
	for i, p := range parts {
		text, fixed := s.constant(p)
		if fixed {
			if _, host, ok := strings.Cut(text, "://"); ok {
				text = host
			}
			if strings.Contains(text, "/") {
				return nowhere
			}
			continue
		}
		if i+1 < len(parts) {
			if next, _ := s.constant(parts[i+1]); strings.HasPrefix(next, "://") {
				continue // the scheme
			}
		}
		if l := s.leads(p, depth+1); l == nowhere || len(parts) == 1 {
			return l
		}
		return begins
	}
	return nowhere
}

func (s *places) constant(e ast.Expr) (string, bool) {
	if text, ok := s.m.text(e); ok {
		return text, true
	}
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	return lit.Value, true
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
