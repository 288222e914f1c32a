package effect

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// seldom: who calls the function seldom waits. Either it only puts together, or starts, what makes the call later, or it
// answers from what it keeps, and asks only the first time.
//
//	func portal(url string) Checker { return CheckFunc(func() error { resp, err := http.Get(url); … }) }
//	func (c *names) get(id string) (string, error) { if n, ok := c.known[id]; ok { return n, nil }; … }
func (m *model) seldom(t syntax.Target) bool {
	if t.Func != nil {
		return t.Func.Outer == nil && m.rarely(t.Func)
	}
	known := m.changesOf(t)
	return known != nil && known.Seldom
}

// rarely answers for a function of this package, once.
func (m *model) rarely(f *syntax.Func) bool {
	if answer, ok := m.rare[f]; ok {
		return answer
	}
	if m.done || f.Broken || f.Body == nil {
		return false
	}
	m.rare[f] = false // of a circle nothing is known
	reaches, waits := false, false
	for _, g := range m.within(f) {
		for _, c := range m.down.In(g) {
			if c.Sink != nil && c.Sink.Request {
				continue
			}
			reaches = true
			waits = waits || !m.later(f, c) && !m.kept(f, c)
		}
	}
	m.rare[f] = reaches && !waits
	return m.rare[f]
}

// within are f and the function literals in it.
func (m *model) within(f *syntax.Func) []*syntax.Func {
	if m.parts == nil {
		m.parts = map[*syntax.Func][]*syntax.Func{}
		for _, g := range m.Funcs {
			m.parts[g.Root()] = append(m.parts[g.Root()], g)
		}
	}
	return m.parts[f]
}

// later: f is over when the call is made, or the called function seldom waits itself.
func (m *model) later(f *syntax.Func, c *downstream.Call) bool {
	if c.Func != nil && c.Func.Root() == f {
		return true // a literal of f, whose own calls count
	}
	if c.Sink == nil && m.seldom(c.Target) {
		return true
	}
	for child, p := ast.Node(c.Expr), m.Parent(c.Expr); p != nil && child != f.Node; child, p = p, m.Parent(p) {
		switch child := child.(type) {
		case *ast.GoStmt:
			return true
		case *ast.FuncLit:
			if m.handedOut(child) {
				return true
			}
		}
	}
	return false
}

// handedOut: the function literal is returned, by itself, converted, or as a part of what is returned or stored.
func (m *model) handedOut(lit *ast.FuncLit) bool {
	for child, p := ast.Node(lit), m.Parent(lit); p != nil; child, p = p, m.Parent(p) {
		switch p := p.(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.ParenExpr, *ast.KeyValueExpr, *ast.CompositeLit, *ast.UnaryExpr:
		case *ast.AssignStmt: // s.check = func() error { … }
			i := slices.IndexFunc(p.Rhs, func(e ast.Expr) bool { return ast.Node(e) == child })
			if i < 0 || i >= len(p.Lhs) {
				return false
			}
			_, local := ast.Unparen(p.Lhs[i]).(*ast.Ident)
			return !local
		case *ast.CallExpr:
			if p.Fun == child {
				return false // called on the spot
			}
			if m.Info.Types[p.Fun].IsType() {
				continue // http.HandlerFunc(func(…) { … })
			}
			t := m.Info.TypeOf(p)
			if t == nil {
				return false
			}
			if _, fn := t.Underlying().(*types.Signature); !fn { // wrap(func(…) { … })
				return false
			}
		default:
			return false
		}
	}
	return false
}

// kept: before the call, f may give what it keeps from an earlier one, or the call is made once: sync.Once.
func (m *model) kept(f *syntax.Func, c *downstream.Call) bool {
	for p := m.Parent(c.Expr); p != nil && p != f.Node; p = m.Parent(p) {
		if lit, ok := p.(*ast.FuncLit); ok {
			call, ok := m.Parent(lit).(*ast.CallExpr)
			return ok && m.once(call)
		}
	}
	found := false
	m.Inspect(f.Body, func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if _, lit := n.(*ast.FuncLit); lit || found {
			return false
		}
		if ok && ifs.End() < c.Expr.Pos() && m.givesKept(f, ifs) {
			found = true
		}
		return !found
	})
	return found
}

// givesKept: if n, ok := s.known[id]; ok { return n, nil }
func (m *model) givesKept(f *syntax.Func, ifs *ast.IfStmt) bool {
	if len(ifs.Body.List) == 0 {
		return false
	}
	ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if syntax.IsError(m.Info.TypeOf(last)) && !m.isNil(last) {
		return false
	}
	// what is returned comes from what is kept: s.token; n, ok := s.known[id]; v := cache.Get(id)
	return m.fromStore(f, ret.Results[0], 0) || len(ret.Results) == 1 && m.isNil(last) && m.looksAtKept(f, ifs.Cond)
}

// looksAtKept: if s.conn != nil { return nil }
func (m *model) looksAtKept(f *syntax.Func, cond ast.Expr) (found bool) {
	m.Inspect(cond, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && m.stored(f, sel) {
			found = found || m.assigned(f, sel)
			return false
		}
		return !found
	})
	return found
}

// fromStore: the value is a field of the receiver or a package variable that a function changes while it runs, an element
// of a map there, or what a cache gave.
func (m *model) fromStore(f *syntax.Func, e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return m.fromStore(f, e.X, depth)
	case *ast.StarExpr:
		return m.fromStore(f, e.X, depth)
	case *ast.TypeAssertExpr:
		return m.fromStore(f, e.X, depth)
	case *ast.IndexExpr:
		_, isMap := m.Info.TypeOf(e.X).Underlying().(*types.Map)
		return isMap && m.stored(f, e.X)
	case *ast.CallExpr:
		return m.cacheCall(e)
	case *ast.SelectorExpr:
		if m.stored(f, e) && m.assigned(f, e) {
			return true
		}
		return m.fromStore(f, e.X, depth) // entry.value
	case *ast.Ident:
		v := m.VarOf(e)
		if v == nil || depth > 3 {
			return false
		}
		if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return m.assigned(f, e)
		}
		for _, d := range m.All(v) {
			if d.Kind == syntax.Assigned && d.Rhs != nil && d.Index == 0 && d.Rhs.End() < e.Pos() && m.fromStore(f, d.Rhs, depth+1) {
				return true
			}
		}
	}
	return false
}

// stored: a field of the receiver, or a package variable.
func (m *model) stored(f *syntax.Func, e ast.Expr) bool {
	p, ok := m.place(e)
	if !ok {
		return false
	}
	v, isVar := p.Root.(*types.Var)
	if !isVar {
		return false
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return true
	}
	i, given := paramIndex(f, v)
	return given && i < 0 && p.Fields != ""
}

// assigned: the function puts a value into the place that it gives out.
func (m *model) assigned(f *syntax.Func, e ast.Expr) (found bool) {
	p, _ := m.place(e)
	m.Inspect(f.Body, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok && !found {
			found = slices.ContainsFunc(s.Lhs, func(lhs ast.Expr) bool { q, ok := m.place(lhs); return ok && q.overlaps(p) })
		}
		return !found
	})
	return found
}

// cacheCall: c.cache.Get(key), s.tokens.Load(): something that is called a cache, or a sync.Map, gave it.
func (m *model) cacheCall(call *ast.CallExpr) bool {
	t := m.Target(call)
	if t.Recv == nil || t.Fn == nil {
		return false
	}
	switch firstWord(t.Fn.Name()) {
	case "get", "load", "lookup", "peek", "fetch", "find":
	default:
		return false
	}
	recv := m.Info.TypeOf(t.Recv)
	if syntax.Is(recv, "sync", "Map") || syntax.IsFunc(t.Fn, "sync/atomic", t.Fn.Name()) {
		return true
	}
	name := types.ExprString(t.Recv)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	if syntax.HasWord(name, "cache", "cached", "memo", "lru") {
		return m.calls[call] == nil
	}
	n := syntax.NameOf(recv)
	return n != nil && syntax.HasWord(n.Name(), "cache", "memo", "lru") && m.calls[call] == nil
}
