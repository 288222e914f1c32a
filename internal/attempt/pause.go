package attempt

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// pause notes a call that waits for a time: time.Sleep(d), clock.Sleep(d), or a function that only does that.
func (m *model) pause(w *walk, call *ast.CallExpr, s ast.Stmt) {
	if m.sleeps(call) != nil || m.nap(call) != nil {
		w.waits = append(w.waits, s)
	}
}

// sleeps returns the time that a call sleeps, if it does and nothing ends that early.
func (m *model) sleeps(call *ast.CallExpr) ast.Expr {
	fn := m.syn.Target(call).Fn
	if fn == nil || fn.Name() != "Sleep" || len(call.Args) != 1 || !syntax.Is(m.info.TypeOf(call.Args[0]), "time", "Duration") {
		return nil
	}
	return call.Args[0]
}

// pauseWithContext: a pause is given a context, and what it says is used: err := sleep(ctx, d), limiter.Wait(ctx).
func (m *model) pauseWithContext(call *ast.CallExpr) bool {
	t := m.syn.Target(call)
	name := ""
	switch {
	case t.Fn != nil:
		name = t.Fn.Name()
	case m.syn.VarOf(call.Fun) != nil:
		name = m.syn.VarOf(call.Fun).Name()
	}
	if m.contextArg(call) == nil || !syntax.HasWord(name, "sleep", "wait", "delay", "pause", "backoff", "after", "continue", "ongoing") {
		return false
	}
	_, dropped := m.syn.Parent(call).(*ast.ExprStmt)
	return !dropped || m.info.TypeOf(call) == nil || isEmpty(m.info.TypeOf(call))
}

func isEmpty(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	return ok && tuple.Len() == 0
}

// delayOf returns the communication of a select case that waits for a time: <-time.After(d), <-timer.C.
func (m *model) delayOf(comm ast.Stmt) ast.Node {
	if m.timeOf(comm) == nil {
		return nil
	}
	return comm
}

// doneCase: the case comes with the end of a context.
func (m *model) doneCase(comm ast.Stmt) bool {
	return comm != nil && m.anyCall(comm, m.looksAt)
}

// timeOf returns what a receive waits for: the call of time.After, or the timer.
func (m *model) timeOf(s ast.Stmt) ast.Expr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	default:
		return nil
	}
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return nil
	}
	switch x := ast.Unparen(u.X).(type) {
	case *ast.CallExpr:
		fn := m.syn.Target(x).Fn
		if fn != nil && fn.Name() == "After" && len(x.Args) == 1 && syntax.Is(m.info.TypeOf(x.Args[0]), "time", "Duration") {
			return x
		}
	case *ast.SelectorExpr:
		t := m.info.TypeOf(x.X)
		if x.Sel.Name == "C" && (syntax.Is(t, "time", "Timer") || syntax.Is(t, "time", "Ticker")) {
			return x.X
		}
	}
	return nil
}

// waits describes the pauses of a loop.
func (m *model) waits(l *loop, nodes []ast.Node) []Wait {
	var out []Wait
	for _, n := range nodes {
		w := Wait{Node: n, Sleep: true}
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		if es, ok := s.(*ast.ExprStmt); ok {
			if call, ok := es.X.(*ast.CallExpr); ok {
				w.Delay = m.sleeps(call)
				if nap := m.nap(call); w.Delay == nil && nap != nil {
					if nap.For > 0 {
						w.Trivial, w.Short = nap.For < 20*time.Millisecond, nap.For <= time.Second
					}
					out = append(out, w)
					continue
				}
			}
		}
		if w.Delay == nil {
			at := m.timeOf(s)
			if at == nil {
				continue // a receive that something else ends
			}
			w.Delay = m.timerDelay(l, at)
			if clause, ok := m.syn.Parent(s).(*ast.CommClause); ok {
				body, _ := m.syn.Parent(clause).(*ast.BlockStmt)
				w.Sleep = body == nil || len(body.List) < 2
			}
		}
		if w.Delay != nil {
			w.Fixed = m.fixed(l, w.Delay)
			if n, ok := m.number(w.Delay); ok {
				w.Trivial, w.Short = time.Duration(n) < 20*time.Millisecond, time.Duration(n) <= time.Second
			}
		}
		out = append(out, w)
	}
	return out
}

// timerDelay is d of time.After(d), or of the timer's time.NewTimer(d); nil if it is set otherwise.
func (m *model) timerDelay(l *loop, at ast.Expr) ast.Expr {
	if call, ok := at.(*ast.CallExpr); ok {
		return call.Args[0]
	}
	defs := m.syn.All(m.syn.VarOf(at))
	if len(defs) != 1 || defs[0].Rhs == nil {
		return nil
	}
	call, ok := defs[0].Rhs.(*ast.CallExpr)
	if !ok || !syntax.IsFunc(m.syn.Target(call).Fn, "time", "NewTimer", "NewTicker") || len(call.Args) != 1 || !l.holds(call) {
		return nil
	}
	return call.Args[0]
}

// fixed: the delay is made of constants and of what the loop does not change, without a call.
func (m *model) fixed(l *loop, e ast.Expr) bool {
	ok := true
	m.syn.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && (m.info.Types[n.Fun].IsType() || m.info.Types[n].Value != nil)
		case *ast.Ident:
			v, isVar := m.info.Uses[n].(*types.Var)
			if !isVar || v.IsField() {
				return ok
			}
			for _, d := range m.syn.All(v) {
				if d.Kind == syntax.Param || !l.holds(d.Node) && !m.jittered(d) {
					continue
				}
				ok = false
			}
			ok = ok && !m.counter(l, v)
		}
		return ok
	})
	return ok
}

// jittered: the delay was computed by a call.
func (m *model) jittered(d *syntax.Def) bool {
	return d.Rhs != nil && m.anyCall(d.Rhs, func(c *ast.CallExpr) bool {
		return !m.info.Types[c.Fun].IsType() && m.info.Types[c].Value == nil && m.syn.Target(c).Fn != nil &&
			m.syn.Target(c).Fn.Pkg() != nil && m.syn.Target(c).Fn.Pkg().Name() == "rand"
	})
}

// paused: something in the loop, besides the repeated call, may wait in a way that is not understood.
func (m *model) paused(l *loop, repeated *ast.CallExpr) bool {
	waits := func(c *ast.CallExpr) bool {
		return c != repeated && m.rests(c) ||
			syntax.HasWord(types.ExprString(c.Fun), "sleep", "wait", "delay", "pause", "backoff", "throttle", "limiter", "limit", "interval", "lock", "confirm", "prompt", "ask")
	}
	for _, s := range append(append([]ast.Stmt{}, l.body...), l.post) {
		if s != nil && m.mayWait(s, waits) {
			return true
		}
	}
	return false
}
