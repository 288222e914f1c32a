package bound

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// leavesAlone makes it a fact of a function that it starts a goroutine which calls downstream, once, and does not wait for it: a caller that
// loops over it starts as many.
func (m *model) leavesAlone(s *start, l Limit) bool {
	d := m.does[s.in]
	if d.Alone || !m.named(s.in) || s.items != nil || l.Doubt || m.joined(s.in, s) || len(m.loops(s.node, s.in)) > 0 {
		return false
	}
	if m.foreverStart(s) || len(m.paramsRun(s.in.Root(), s)) > 0 || s.alone && m.sometimes(s.node) {
		return false
	}
	calls := slices.DeleteFunc(m.callsOf(s), func(c *downstream.Call) bool { return m.likely[c] || m.endlessCall(c) })
	if len(calls) == 0 || len(calls[0].Effects()) == 0 {
		return false
	}
	lone := Lone{At: m.place(s.node), Reach: certain(calls[0].Effects()), Yields: m.yields(s.in, s), Slot: l.Inside && !l.Paced, Paced: l.Paced}
	if t := s.runs[0].Target; s.alone {
		lone.At = m.about(t).Lone.At
		lone.Reach.Guard = m.syn.Relay(s.in.Root(), t, s.call, lone.Reach.Guard)
	} else if s.runs[0].call == nil && s.runs[0].Func == nil {
		lone.Reach.Guard = 0 // a function value: its own parameters are not these
	}
	if g := m.syn.Guard(s.in.Root(), s.node); g != 0 {
		lone.Reach.Guard = g
	}
	if s.in.Outer != nil {
		lone.Reach.Guard = 0 // the flag is one of the declaration, not of the literal that is called
	}
	if calls[0].Sink == nil {
		lone.Reach.Path = append([]string{m.down.Hop(calls[0])}, lone.Reach.Path...)
	}
	if len(lone.Reach.Path) > downstream.MaxHops+1 {
		return false
	}
	d.Alone, d.Lone = true, lone
	return true
}

// sometimes: the call stands in a branch. Two functions further up nobody can tell how often that one is taken.
func (m *model) sometimes(n ast.Node) bool {
	for p, child := m.syn.Parent(n), n; p != nil; p, child = m.syn.Parent(p), p {
		switch p := p.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if p.Body == child || p.Else == child {
				return true
			}
		case *ast.CaseClause, *ast.CommClause:
			return true
		}
	}
	return false
}

// certain prefers what no flag keeps from happening.
func certain(reach []downstream.Reach) downstream.Reach {
	if i := slices.IndexFunc(reach, func(r downstream.Reach) bool { return r.Guard == 0 }); i >= 0 {
		return reach[i]
	}
	return reach[0]
}

// named: a declaration, or a literal that a variable holds: send := func(url string) { go post(url) }.
func (m *model) named(f *syntax.Func) bool {
	if f.Outer == nil {
		return true
	}
	switch m.syn.Parent(f.Node).(type) {
	case *ast.AssignStmt, *ast.ValueSpec:
		return true
	}
	return false
}

// place is short, so that it reads the same wherever the module lies.
func (m *model) place(n ast.Node) string {
	p := m.pass.Fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// joined: the function waits for what it starts, or lets one run at a time, so that nothing piles up behind it.
func (m *model) joined(f *syntax.Func, s *start) bool {
	if m.waitsIn(f.Body, s.node) {
		return true
	}
	found := false
	m.walkFlat(f.Body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.UnaryExpr: // whatever it waits for after the start
			if n.Op == token.ARROW && n.Pos() > s.node.End() {
				found = found || !isDone(n.X)
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok {
				return
			}
			switch name := sel.Sel.Name; {
			case strings.HasPrefix(name, "Wait"):
				found = true
			case strings.HasPrefix(name, "CompareAndSwap"), name == "TryLock", name == "TryAcquire", name == "LoadOrStore":
				found = found || n.Pos() < s.node.Pos()
			case name == "Do":
				found = found || syntax.IsMethod(m.syn.Target(n).Fn, "sync", "Once", "Do")
			}
		}
	})
	return found
}

// yields: the goroutine sends on a channel that the function returns, or that is a field of what it returns, so that who
// reads it to its end has waited.
func (m *model) yields(f *syntax.Func, s *start) (found bool) {
	if s.alone {
		_, returned := m.syn.Parent(s.call).(*ast.ReturnStmt)
		return returned && m.about(s.runs[0].Target).Lone.Yields
	}
	for v := range f.Sig.Results().Variables() {
		found = found || v.Name() != "" && isChan(v.Type()) && m.sendsTo(s.node, v)
	}
	m.walkFlat(f.Body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				if v := m.syn.VarOf(e); v != nil && !v.IsField() {
					found = found || m.sendsTo(s.node, v) || m.answersIn(s.node, v)
				}
			}
		}
	})
	return found
}

// answersIn: the goroutine sends on a channel that is a field of v: f := &future{c: make(chan T)}.
func (m *model) answersIn(start ast.Node, v *types.Var) (found bool) {
	m.syn.Inspect(start, func(n ast.Node) bool {
		var ch ast.Expr
		switch n := n.(type) {
		case *ast.SendStmt:
			ch = n.Chan
		case *ast.CallExpr:
			if isBuiltin(m.info, n, "close") {
				ch = n.Args[0]
			}
		}
		if sel, ok := unparen(ch).(*ast.SelectorExpr); ok {
			found = found || m.same(sel.X, v)
		}
		return !found
	})
	return found
}

func isChan(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// drained: the start is a call that returns its goroutine's channel, and the round reads it, or hands it to a function.
//
//	for _, b := range buckets { for o := range list(b) { … } }
func (m *model) drained(body *ast.BlockStmt, start ast.Node) bool {
	call, ok := start.(*ast.CallExpr)
	if !ok || !m.about(m.syn.Target(call)).Lone.Yields {
		return false
	}
	var v *types.Var
	switch p := m.syn.Parent(call).(type) {
	case *ast.RangeStmt, *ast.UnaryExpr:
		return true
	case *ast.CallExpr:
		return !isBuiltin(m.info, p, "append")
	case *ast.AssignStmt:
		v = m.syn.VarOf(p.Lhs[0])
	}
	return v != nil && !v.IsField() && m.reads(body, v)
}

// reads: body receives from v or from a field of it, calls a method of it, or hands it to a function.
func (m *model) reads(body *ast.BlockStmt, v *types.Var) (found bool) {
	of := func(e ast.Expr) bool {
		if sel, ok := unparen(e).(*ast.SelectorExpr); ok && m.same(sel.X, v) {
			return true
		}
		return m.same(e, v)
	}
	m.walkFlat(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			found = found || of(n.X)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && of(n.X)
		case *ast.CallExpr:
			if _, ok := m.syn.Parent(n).(*ast.GoStmt); ok || isBuiltin(m.info, n, "append") {
				return
			}
			found = found || !m.same(n.Fun, v) && of(n.Fun)
			for _, a := range n.Args {
				found = found || m.same(a, v)
			}
		}
	})
	return found
}
