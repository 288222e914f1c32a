package bound

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// forever: the function works until it is told to stop. It loops without an end of its own, ranges over a channel,
// waits for ctx.Done(), or calls something that does. Goroutines of such functions are meant to be as many as there
// are servers, consumers or monitors; a limit would keep some of them from ever starting.
func (m *model) forever(f *syntax.Func) bool {
	found := false
	const kinds = syntax.Literals | syntax.Gos | syntax.Defers | syntax.Loops | syntax.Selects | syntax.Plain | syntax.Calls
	m.syn.Walk(f.Body, kinds, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.RangeStmt:
			if _, ok := typeOf(m.info, n.X).(*types.Chan); ok && !m.closedHere(f, n.X) {
				found = true
			}
			return !found && m.trip(n).Limited() // what a loop over items calls does not work for ever
		case *ast.ForStmt:
			if m.untilTold(n) {
				found = true
			}
			return false
		case *ast.SelectStmt:
			if m.onlyTold(f, n) {
				found = true
			}
		case *ast.ExprStmt:
			if _, ok := m.syn.Parent(n).(*ast.CommClause); ok {
				return !found // its select decides
			}
			if ch := received(n); ch != nil && m.tells(f, ch) {
				found = true
			}
		case *ast.CallExpr:
			if t := m.syn.Target(n); m.about(t).Forever || m.servesByName(t.Fn) {
				found = true
			}
		}
		return !found
	})
	return found
}

// closedHere: f made the channel and closes it, so it only collects results.
func (m *model) closedHere(f *syntax.Func, ch ast.Expr) bool {
	v := m.syn.VarOf(ch)
	if v == nil || v.IsField() {
		return false
	}
	for _, d := range m.syn.All(v) {
		if d.Func != f || d.Kind != syntax.Assigned {
			return false
		}
	}
	closed := false
	m.syn.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && isBuiltin(m.info, call, "close") {
			closed = closed || m.same(call.Args[0], v)
		}
		return !closed
	})
	return closed
}

// onlyTold: each case of the select waits to be told to stop. One that waits for a result ends with it.
//
//	select { case <-ctx.Done(): return ctx.Err(); case err := <-done: return err }
func (m *model) onlyTold(f *syntax.Func, s *ast.SelectStmt) bool {
	for _, c := range s.Body.List {
		ch := received(c.(*ast.CommClause).Comm)
		if ch == nil || !m.tells(f, ch) {
			return false
		}
	}
	return true
}

// received is the channel that a statement receives from: <-ch, x := <-ch, x, ok = <-ch.
func received(s ast.Stmt) ast.Expr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	if u, ok := unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// tells: the channel says when to stop, or that something which works for ever has failed. Of a channel that a goroutine
// started here sends on, that goroutine decides.
func (m *model) tells(f *syntax.Func, ch ast.Expr) bool {
	if v := m.syn.VarOf(ch); v != nil {
		sends, ends := false, false
		m.syn.Walk(f.Body, syntax.Gos, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok && m.sendsTo(g, v) {
				sends, ends = true, ends || !m.about(m.syn.Target(g.Call)).Forever
			}
			return true
		})
		if sends {
			return !ends
		}
	}
	return isDone(ch) || syntax.Is(elem(m.info.TypeOf(ch)), "os", "Signal")
}

func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

func isDone(e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.CallExpr:
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Dying" || sel.Sel.Name == "Dead")
	case *ast.Ident:
		return syntax.HasWord(e.Name, "done", "stop", "quit", "exit", "closed", "closing", "shutdown")
	case *ast.SelectorExpr:
		return isDone(e.Sel)
	}
	return false
}

// servesByName: the body is out of sight, and the name says serve, watch, consume. Run and Start are such names for
// methods of interfaces: they run a component.
func (m *model) servesByName(fn *types.Func) bool {
	if fn == nil || !m.outOfSight(fn) {
		return false
	}
	if res := fn.Signature().Results(); res.Len() > 1 || res.Len() == 1 && !syntax.IsError(res.At(0).Type()) {
		return false // net.Listen gives a listener and does not wait
	}
	switch words := syntax.Words(fn.Name()); words[0] {
	case "serve", "listen", "accept", "forward", "proxy", "consume", "watch", "subscribe", "tail", "follow", "monitor":
		return true
	case "run", "start", "loop", "poll":
		return len(words) == 1 && fn.Signature().Recv() != nil && syntax.CtxParam(fn.Signature()) == 0 && fn.Signature().Params().Len() == 1
	}
	return false
}

// untilTold: for { … } that is left only when it is told to stop, or by an error: not when its work is done.
//
//	for { select { case <-ctx.Done(): return; case <-tick.C: work() } }     until told
//	for { if err := call(); err == nil { return }; time.Sleep(d) }          a retry
//	for { page, err := list(token); …; if page.Next == "" { break } }       pagination
func (m *model) untilTold(loop *ast.ForStmt) bool {
	switch cond := unparen(loop.Cond).(type) {
	case nil:
	case *ast.Ident:
		if m.info.Types[cond].Value == nil {
			return false
		}
	case *ast.BinaryExpr: // for ctx.Err() == nil
		call, ok := unparen(cond.X).(*ast.CallExpr)
		if !ok || !strings.HasSuffix(spell(call), ".Err()") {
			return false
		}
	default:
		return false
	}
	told := true
	m.syn.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			told = told && m.interrupt(n, loop)
		case *ast.BranchStmt:
			if n.Tok == token.BREAK && m.breaks(n, loop) || n.Tok == token.GOTO {
				told = told && m.interrupt(n, loop)
			}
		}
		return told
	})
	return told
}

// breaks: the statement leaves loop, not a select, switch or loop inside.
func (m *model) breaks(b *ast.BranchStmt, loop *ast.ForStmt) bool {
	if b.Label != nil {
		l, ok := m.syn.Parent(loop).(*ast.LabeledStmt)
		return !ok || l.Label.Name == b.Label.Name
	}
	inner := m.syn.Enclosing(b, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			return true
		}
		return false
	})
	return inner == loop
}

// interrupt: the exit stands where the loop was told to stop, or where something failed.
func (m *model) interrupt(exit ast.Node, loop ast.Node) bool {
	for n, child := m.syn.Parent(exit), exit; n != nil && n != loop; n, child = m.syn.Parent(n), n {
		switch n := n.(type) {
		case *ast.CommClause:
			if n.Comm != nil {
				return true
			}
		case *ast.IfStmt:
			return n.Body == child && stops(n.Cond)
		case *ast.CaseClause:
			for _, e := range n.List {
				if stops(e) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// stops: err != nil, !ok, ctx.Err() != nil, closed.
func stops(cond ast.Expr) bool {
	switch c := unparen(cond).(type) {
	case *ast.BinaryExpr:
		if c.Op == token.LAND || c.Op == token.LOR {
			return stops(c.X) || stops(c.Y)
		}
		id, isNil := unparen(c.Y).(*ast.Ident)
		return c.Op == token.NEQ && isNil && id.Name == "nil"
	case *ast.UnaryExpr:
		if id, ok := unparen(c.X).(*ast.Ident); ok {
			return c.Op == token.NOT && syntax.HasWord(id.Name, "ok", "open", "more")
		}
	case *ast.CallExpr:
		s := types.ExprString(c)
		return strings.Contains(s, "Cancel") || strings.Contains(s, "ErrClosed") || strings.Contains(s, "sDone(")
	case *ast.Ident:
		return isDone(c)
	}
	return false
}
