package bound

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// slot is a place that a statement takes or gives back: of a channel, a semaphore, a lock.
//
//	sem <- struct{}{}  …  <-sem          <-tokens  …  tokens <- t
//	sem.Acquire(ctx, 1) … sem.Release(1) mu.Lock() … mu.Unlock()
//	release, err := s.acquire(ctx) … release()
type slot struct {
	at   ast.Node
	v    *types.Var // the channel or semaphore; nil where an acquire helper hides it
	back string     // how it is given back: "<-", "send", or the names of methods
}

// takers are methods that wait for a slot, with those that give it back.
var takers = map[string]string{
	"Acquire": "Release", "acquire": "release", "Lock": "Unlock", "Take": "Put Release Return Done", "Add": "Done",
	"Borrow": "Return", "Enter": "Leave Exit", "Get": "Put", "Start": "Done End", "TakeSlot": "ReleaseSlot",
}

// taken lists the slots that n takes, outside of function literals.
func (m *model) taken(n ast.Node) (out []slot) {
	m.syn.Flat(n, syntax.Sends|syntax.Receives|syntax.Calls, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SendStmt:
			if v := m.syn.VarOf(n.Chan); v != nil && !m.unbuffered(v) {
				out = append(out, slot{n, v, "<-"})
			}
		case *ast.UnaryExpr:
			if n.Op != token.ARROW {
				return
			}
			if v := m.syn.VarOf(n.X); v != nil {
				out = append(out, slot{n, v, "send"})
			}
		case *ast.CallExpr:
			t := m.syn.Target(n)
			if t.Fn == nil && t.Func == nil {
				return
			}
			if m.about(t).Takes {
				out = append(out, slot{at: n})
				return
			}
			if t.Fn == nil || t.Recv == nil || syntax.IsMethod(t.Fn, "sync", "WaitGroup", "Add", "Go") {
				return
			}
			if back := takers[t.Fn.Name()]; back != "" {
				if v := m.syn.VarOf(t.Recv); v != nil {
					out = append(out, slot{n, v, back})
				}
			}
		}
	})
	return out
}

// gives reports whether n, function literals included, gives s back.
func (m *model) gives(n ast.Node, s slot) (found bool) {
	m.syn.Walk(n, syntax.Sends|syntax.Receives|syntax.Calls, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = found || s.back == "<-" && n.Op == token.ARROW && m.same(n.X, s.v)
		case *ast.SendStmt:
			found = found || s.back == "send" && m.same(n.Chan, s.v)
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && hasName(s.back, sel.Sel.Name) {
				found = found || m.same(sel.X, s.v)
			}
		}
		return !found
	})
	return found
}

func (m *model) same(e ast.Expr, v *types.Var) bool {
	got := m.syn.VarOf(e)
	return got != nil && v != nil && got.Origin() == v.Origin()
}

// unbuffered: every make of the channel in sight has no buffer, so that a send is no slot.
func (m *model) unbuffered(v *types.Var) bool {
	defs := m.syn.All(v)
	made := false
	for _, d := range defs {
		call, ok := unparen(d.Rhs).(*ast.CallExpr)
		if !ok || !isBuiltin(m.info, call, "make") {
			return false
		}
		if len(call.Args) > 1 {
			return false
		}
		made = true
	}
	return made
}

// asManyAs: the channel has room for every item, so that a send to it never waits.
func (m *model) asManyAs(v *types.Var) bool {
	if v == nil {
		return false
	}
	for _, d := range m.syn.All(v) {
		if call, ok := unparen(d.Rhs).(*ast.CallExpr); ok && isBuiltin(m.info, call, "make") && len(call.Args) > 1 {
			return m.info.Types[call.Args[1]].Value == nil && !m.size(call.Args[1]).Limited()
		}
	}
	return false
}

// holdsSlot: f takes a slot before it first calls downstream, and gives it back.
func (m *model) holdsSlot(f *syntax.Func) bool {
	first := token.Pos(1 << 40)
	for _, c := range m.reached(f) {
		first = min(first, c.Expr.Pos())
	}
	for _, s := range m.taken(f.Body) {
		if s.at.Pos() < first && (s.v == nil || m.gives(f.Body, s) && !m.asManyAs(s.v)) {
			return true
		}
	}
	return false
}

// takesSlot: f comes back with a slot that somebody else gives back, or that a function which it returns does.
func (m *model) takesSlot(f *syntax.Func) bool {
	if len(m.down.In(f)) > 0 {
		return false
	}
	for _, s := range m.taken(f.Body) {
		if s.v == nil {
			return true
		}
		if !m.long(s.v) {
			continue
		}
		switch s.back {
		case "<-":
			if ch, ok := s.v.Type().Underlying().(*types.Chan); !ok || !isSignal(ch.Elem()) && !isInt(ch.Elem()) {
				continue // a queue
			}
		case "send", "Put", "Done", "Done End", "Unlock":
			if !m.returnsGiver(f, s) {
				continue
			}
		}
		if !m.givesInline(f, s) {
			return true
		}
	}
	return false
}

// long: the variable outlives a call.
func (m *model) long(v *types.Var) bool {
	return v.IsField() || v.Parent() == m.pass.Pkg.Scope() || len(m.syn.All(v)) > 0 && m.syn.All(v)[0].Kind == syntax.Param
}

func (m *model) givesInline(f *syntax.Func, s slot) (found bool) {
	for _, st := range f.Body.List {
		if d, ok := st.(*ast.DeferStmt); ok {
			found = found || m.gives(d, s)
			continue
		}
		m.walkFlat(st, func(n ast.Node) {
			switch n.(type) {
			case *ast.UnaryExpr, *ast.SendStmt, *ast.CallExpr:
				found = found || m.gives(n, s)
			}
		})
	}
	return found
}

func (m *model) returnsGiver(f *syntax.Func, s slot) (found bool) {
	m.syn.Flat(f.Body, syntax.Returns, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				if lit, ok := unparen(e).(*ast.FuncLit); ok {
					found = found || m.gives(lit, s)
				}
			}
		}
	})
	return found
}
