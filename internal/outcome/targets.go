package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Fellowship is a loop that asks several targets and collects what each of them says, so that one target's failure
// fails them all.
//
//	for _, p := range e.parts {
//		m, err := p.read(ctx)
//		if err != nil { return nil, err }   // At
//		out = append(out, m)
//	}
//	return out, nil
type Fellowship struct {
	Loop  *ast.RangeStmt
	Call  *downstream.Call
	In    *syntax.Func
	At    ast.Node   // the return in the loop, or the wait for the group
	Into  *types.Var // what is collected, and returned
	Group bool       // the targets are asked at the same time
}

// fellowships finds them: the element of the loop is where the call goes, and not only what it is about.
func (m *model) fellowships(outcomes []Outcome) (out []Fellowship) {
	byCall := map[*ast.CallExpr]*Outcome{}
	for i := range outcomes {
		byCall[outcomes[i].Expr] = &outcomes[i]
	}
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Sig == nil || !syntax.IsError(lastResult(f.Sig)) || f.Sig.Results().Len() < 2 {
			continue
		}
		m.Walk(f.Body, syntax.Loops|syntax.Literals, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			loop, ok := n.(*ast.RangeStmt)
			if !ok || loop.Key == nil {
				return true
			}
			if x, ok := m.fellowship(f, loop, byCall); ok {
				out = append(out, x)
			}
			return true
		})
	}
	return out
}

func lastResult(sig *types.Signature) types.Type {
	if n := sig.Results().Len(); n > 0 {
		return sig.Results().At(n - 1).Type()
	}
	return nil
}

func (m *model) fellowship(f *syntax.Func, loop *ast.RangeStmt, byCall map[*ast.CallExpr]*Outcome) (x Fellowship, ok bool) {
	into := m.collected(f, loop)
	if into == nil {
		return x, false
	}
	m.Walk(loop.Body, syntax.Calls, func(n ast.Node) bool {
		o := byCall[n.(*ast.CallExpr)]
		if ok || o == nil || !m.goesTo(o.Call, loop) {
			return !ok
		}
		x = Fellowship{Loop: loop, Call: o.Call, In: f, Into: into}
		switch {
		case o.In == f && o.Fate == Returned:
			if r, is := o.At.(*ast.ReturnStmt); is && m.fails(r) {
				x.At, ok = r, true
			}
		case o.In != f && m.member(o.In, loop) && m.handsOn(o):
			if at := m.waited(f, loop); at != nil {
				x.At, x.Group, ok = at, true, true
			}
		}
		return !ok
	})
	return x, ok
}

// goesTo: each round of the loop asks another target. The call is made on the element, on what stands at its index, or
// on a client that was made of it; or it is given the element, or a string of it, as the place to ask.
func (m *model) goesTo(c *downstream.Call, loop *ast.RangeStmt) bool {
	element, key := m.VarOf(loop.Key), (*types.Var)(nil)
	if loop.Value != nil {
		element, key = m.VarOf(loop.Value), element
	}
	if c.Recv != nil && (m.of(c.Recv, element, key) || m.clientOf(c.Recv, element, key)) {
		return true
	}
	if element == nil || c.Fn == nil || !Reads(c) {
		return false
	}
	params := c.Fn.Signature().Params()
	for i, a := range c.Expr.Args {
		if i < params.Len() && m.of(a, element, nil) && places(m.Info.TypeOf(a), params.At(i).Name()) {
			return true
		}
	}
	return false
}

// of: e is the element, something of it, or what stands at the loop's key.
func (m *model) of(e ast.Expr, element, key *types.Var) bool {
	if v := m.root(e); v != nil && v == element && !isString(m.Info.TypeOf(e)) {
		return true
	} else if v != nil && v == element {
		_, whole := ast.Unparen(e).(*ast.Ident)
		sel, field := ast.Unparen(e).(*ast.SelectorExpr)
		return whole || field && syntax.HasWord(sel.Sel.Name, where...)
	}
	found := false
	for x := ast.Unparen(e); x != nil && !found; {
		switch y := x.(type) {
		case *ast.IndexExpr:
			v := m.VarOf(y.Index)
			found = v != nil && (v == key || v == element)
			x = ast.Unparen(y.X)
		case *ast.SelectorExpr:
			x = ast.Unparen(y.X)
		default:
			x = nil
		}
	}
	return found
}

// clientOf: e is a client that the loop made of its element: c, err := s.clientFor(cluster).
func (m *model) clientOf(e ast.Expr, element, key *types.Var) bool {
	v := m.root(e)
	if v == nil || v.IsField() || m.global(v) || !clientLike(v.Type()) {
		return false
	}
	defs := m.All(v)
	if len(defs) != 1 || defs[0].Kind != syntax.Assigned {
		return false
	}
	return element != nil && m.mentions(defs[0].Rhs, element) || key != nil && m.mentions(defs[0].Rhs, key)
}

func clientLike(t types.Type) bool {
	n := syntax.NameOf(t)
	return n != nil && syntax.HasWord(n.Name(), "client", "clientset", "conn", "connection")
}

// where are words of names that say where something is.
var where = []string{"url", "uri", "endpoint", "addr", "address", "host", "target", "server", "upstream", "backend", "peer", "mirror", "broker"}

// places: a parameter of that name and type says where to ask.
func places(t types.Type, name string) bool {
	if isString(t) {
		return syntax.HasWord(name, where...)
	}
	n := syntax.NameOf(t)
	return n != nil && syntax.HasWord(n.Name(), where...)
}

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

// fails: the return gives up the whole: its last result is not nil, and what else it gives is empty.
func (m *model) fails(r *ast.ReturnStmt) bool {
	for _, e := range r.Results[:max(len(r.Results)-1, 0)] {
		if !m.empty(e) {
			return false
		}
	}
	return len(r.Results) > 1
}

// collected is the slice or map that the loop fills, one element a round, and that the function returns.
func (m *model) collected(f *syntax.Func, loop *ast.RangeStmt) (into *types.Var) {
	m.Walk(loop.Body, syntax.Assigns, func(n ast.Node) bool {
		as := n.(*ast.AssignStmt)
		for i, l := range as.Lhs {
			var v *types.Var
			if ix, ok := ast.Unparen(l).(*ast.IndexExpr); ok {
				v = m.root(ix.X)
			} else if len(as.Rhs) == len(as.Lhs) && as.Tok == token.ASSIGN {
				if call, ok := as.Rhs[i].(*ast.CallExpr); ok && m.appends(call) {
					v = m.root(l)
				}
			}
			if v != nil && !v.IsField() && !m.global(v) && (v.Pos() < loop.Pos() || v.Pos() > loop.End()) && m.comesBack(f, v) {
				into = v
			}
		}
		return into == nil
	})
	return into
}

// comesBack: the function returns v itself.
func (m *model) comesBack(f *syntax.Func, v *types.Var) bool {
	found := false
	m.Flat(f.Body, syntax.Returns, func(n ast.Node) {
		for _, e := range n.(*ast.ReturnStmt).Results {
			found = found || m.VarOf(e) == v
		}
	})
	return found
}

// member: the literal is what the loop gives to a group: g.Go(func() error { … }).
func (m *model) member(lit *syntax.Func, loop *ast.RangeStmt) bool {
	call, ok := m.Parent(lit.Node).(*ast.CallExpr)
	if !ok || lit.Sig == nil || !syntax.IsError(lastResult(lit.Sig)) {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Go" && loop.Pos() <= call.Pos() && call.End() <= loop.End()
}

// handsOn: the member returns the error: at once, or by its named result.
func (m *model) handsOn(o *Outcome) bool {
	if o.Fate == Returned {
		return true
	}
	as, ok := m.Parent(o.Expr).(*ast.AssignStmt)
	if !ok {
		return false
	}
	err := m.VarOf(as.Lhs[len(as.Lhs)-1])
	found := false
	m.Flat(o.In.Body, syntax.Returns, func(n ast.Node) {
		r := n.(*ast.ReturnStmt)
		if len(r.Results) > 0 {
			found = found || m.VarOf(r.Results[len(r.Results)-1]) == err && err != nil
		} else {
			found = found || o.In.Sig.Results().At(0) == err
		}
	})
	return found
}

// waited is the statement behind the loop that fails the function if a member failed:
//
//	if err := g.Wait(); err != nil { return nil, err }
func (m *model) waited(f *syntax.Func, loop *ast.RangeStmt) ast.Node {
	var wait ast.Node
	for _, s := range syntax.List(m.Parent(loop)) {
		if s.Pos() < loop.End() {
			continue
		}
		is, ok := s.(*ast.IfStmt)
		if !ok {
			if waits(s) {
				wait = s // err := g.Wait()
			}
			continue
		}
		if is.Init != nil && waits(is.Init) {
			wait = is.Init
		}
		if r := lastReturn(is.Body.List); r != nil && wait != nil && m.fails(r) {
			return wait
		}
	}
	return nil
}

func waits(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" {
			found = true
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}
