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

// leavesAlone makes it a fact of root that it starts a goroutine which calls downstream, once, and does not wait for it:
// a caller that loops over root starts as many.
func (m *model) leavesAlone(root *syntax.Func, s *start, l Limit) bool {
	d := m.does[root]
	if d.Alone || s.in != root || s.items != nil || l.Doubt || m.joined(root, s) || len(m.loops(s.node, s.in)) > 0 {
		return false
	}
	if m.foreverStart(s) || len(m.paramsRun(root, s)) > 0 {
		return false
	}
	calls := slices.DeleteFunc(m.callsOf(s), func(c *downstream.Call) bool { return m.likely[c] || m.endlessCall(c) })
	if len(calls) == 0 || len(calls[0].Effects()) == 0 {
		return false
	}
	lone := Lone{At: m.place(s.node), Reach: calls[0].Effects()[0], Yields: m.yields(root, s), Slot: l.Inside && !l.Paced, Paced: l.Paced}
	if s.alone {
		lone.At = m.about(s.runs[0].Target).Lone.At
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
	walkFlat(f.Body, func(n ast.Node) {
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

// yields: the goroutine sends on a channel that the function returns, so that who reads it to its end has waited.
func (m *model) yields(f *syntax.Func, s *start) (found bool) {
	if s.alone {
		_, returned := m.syn.Parent(s.call).(*ast.ReturnStmt)
		return returned && m.about(s.runs[0].Target).Lone.Yields
	}
	for v := range f.Sig.Results().Variables() {
		found = found || v.Name() != "" && isChan(v.Type()) && m.sendsTo(s.node, v)
	}
	walkFlat(f.Body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				if v := m.syn.VarOf(e); v != nil && isChan(v.Type()) {
					found = found || m.sendsTo(s.node, v)
				}
			}
		}
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
		for _, lhs := range p.Lhs {
			if isChan(m.info.TypeOf(lhs)) {
				v = m.syn.VarOf(lhs)
			}
		}
	}
	if v == nil || v.IsField() {
		return false
	}
	found := false
	walkFlat(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			found = found || m.same(n.X, v)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && m.same(n.X, v)
		case *ast.CallExpr:
			if _, ok := m.syn.Parent(n).(*ast.GoStmt); ok || isBuiltin(m.info, n, "append") {
				return
			}
			for _, a := range n.Args {
				found = found || m.same(a, v)
			}
		}
	})
	return found
}
