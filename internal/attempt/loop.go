package attempt

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// loop decides whether l repeats one of the calls in it, and keeps the first.
func (m *model) loop(f *syntax.Func, l *loop) {
	for _, call := range m.candidates(f, l) {
		bad := m.walk(l, call, true, 0)
		failed := bad.run()
		good := m.walk(l, call, false, 200)
		well := good.run()
		if well&leaves == 0 || well&again != 0 && !good.byAnswer {
			continue // it goes on when all is well: a worker, a consumer, pages
		}
		waits := bad
		byError := failed&again != 0 && (bad.err != nil || m.alone(call))
		byStatus := false
		for _, code := range []int{429, 503} {
			refused := m.walk(l, call, false, code)
			if well&again == 0 && refused.run()&again != 0 {
				byStatus = true
				if !byError {
					waits = refused
				}
			}
		}
		if !byError && !byStatus && well&again == 0 {
			continue
		}
		if !byError && !byStatus {
			waits = good
		}
		if m.varies(l, call) || m.rotates(l) {
			continue
		}
		r := &Retry{Node: l.node, In: f, Call: call, Poll: !byError && !byStatus}
		r.Name, r.Remote = m.name(call)
		r.Given = m.given(call)
		r.Ends = r.Given && failed&again == 0
		r.Max, r.Capped, r.maxArg = m.cap(f, l, (bad.splits || good.splits) && (failed|well)&(leaves|ends) != 0)
		r.Timed = l.cond != nil && m.anyCall(l.cond, m.clock) || m.stops(l)
		r.Looks = m.looks(f, l)
		r.Picks = bad.byAnswer
		common := m.walk(l, call, true, 0)
		common.common = true
		r.Sentinel = byError && common.run()&again == 0
		passes := m.walk(l, call, true, 0)
		passes.common, passes.passing = true, true
		r.Transient = r.Sentinel && passes.run()&again != 0
		r.Paused = m.paused(l, call)
		r.Waits = m.waits(l, waits.waits)
		if byStatus && !awaits(f) {
			r.Status = m.alike(l)
		}
		if !r.Poll {
			r.Unsafe = m.unsafe(f, l.node)
		}
		r.Hand = m.handOf(r, call)
		r.Behind = m.behind(f)
		m.found = append(m.found, r)
		return
	}
}

func (m *model) walk(l *loop, call *ast.CallExpr, fail bool, status int) *walk {
	w := &walk{m: m, l: l, call: call, whole: m.whole(call), fail: fail, status: status, answer: map[*types.Var]bool{}}
	as, ok := m.syn.Parent(w.whole).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || as.Rhs[0] != w.whole {
		return w
	}
	for _, lhs := range as.Lhs {
		v := m.syn.VarOf(lhs)
		switch {
		case v == nil:
		case syntax.IsError(v.Type()):
			w.err = v
		default:
			w.answer[v] = true
		}
	}
	return w
}

// awaits: the function waits for something to become ready, so that refusals are what it expects.
func awaits(f *syntax.Func) bool {
	return syntax.HasWord(f.Name(), "wait", "await", "ready", "poll", "until", "healthy", "alive")
}

// whole climbs from a call over the chain that it starts: db.QueryRow(q).Scan(&n), api.Get(name).Do(), db.Create(x).Error.
func (m *model) whole(call *ast.CallExpr) ast.Expr {
	var e ast.Expr = call
	for {
		sel, ok := m.syn.Parent(e).(*ast.SelectorExpr)
		if !ok || sel.X != e {
			return e
		}
		e = sel
		if next, ok := m.syn.Parent(sel).(*ast.CallExpr); ok && next.Fun == ast.Expr(sel) {
			e = next
		}
	}
}

// alone: the call yields an error and nothing else, so that it may stand in a condition.
func (m *model) alone(call *ast.CallExpr) bool { return syntax.IsError(m.info.TypeOf(m.whole(call))) }

// candidates are the calls of l, in source order, that may be what it repeats. Calls in loops inside belong to those.
func (m *model) candidates(f *syntax.Func, l *loop) []*ast.CallExpr {
	var out []*ast.CallExpr
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.CallExpr:
			if m.mayRepeat(n) {
				out = append(out, n)
			}
		}
		return true
	}
	for _, s := range l.body {
		m.syn.Inspect(s, look)
	}
	if l.cond != nil {
		m.syn.Inspect(l.cond, look)
	}
	return out
}

// mayRepeat: the call leaves the process, or is unknown work that can fail: a function value, or a function out of sight
// that is given a context.
func (m *model) mayRepeat(call *ast.CallExpr) bool {
	if c := m.byExpr[call]; c != nil {
		return c.Sink == nil || !c.Sink.Request
	}
	if !m.canFail(call) {
		return false
	}
	t := m.syn.Target(call)
	if t.Fn == nil {
		v := m.syn.VarOf(call.Fun)
		return t.Func == nil && v != nil && isFunc(v.Type())
	}
	if t.Func != nil || t.Fn.Pkg() == nil || t.Fn.Pkg() == m.pass.Pkg {
		return false
	}
	if syntax.HasWord(t.Fn.Name(), "wait", "acquire", "sleep", "lock", "take", "allow", "next", "read", "err", "cause") {
		return false
	}
	return m.given(call)
}

func (m *model) canFail(call *ast.CallExpr) bool {
	switch t := m.info.TypeOf(call).(type) {
	case nil:
		return false
	case *types.Tuple:
		return t.Len() > 0 && syntax.IsError(t.At(t.Len()-1).Type())
	default:
		return syntax.IsError(t)
	}
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// given: one of the arguments, or the receiver of a builder, is a context or a request.
func (m *model) given(call *ast.CallExpr) bool { return m.contextArg(call) != nil }

func (m *model) contextArg(call *ast.CallExpr) ast.Expr {
	for _, a := range call.Args {
		if t := m.info.TypeOf(a); t != nil && (syntax.IsContext(t) || syntax.IsRequest(t) || implementsContext(t)) {
			return a
		}
	}
	return nil
}

func implementsContext(t types.Type) bool {
	for _, name := range []string{"Done", "Err", "Deadline", "Value"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}

func (m *model) name(call *ast.CallExpr) (string, bool) {
	if c := m.byExpr[call]; c != nil {
		return c.Name(), true
	}
	if fn := m.syn.Target(call).Fn; fn != nil {
		return syntax.Spell(fn), false
	}
	return types.ExprString(call.Fun), false
}

// looks: somewhere in the loop a context is asked, or a pause is given one and its error is used.
func (m *model) looks(f *syntax.Func, l *loop) bool {
	from, to := l.span()
	found := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		if n == nil || found || n.End() < from || n.Pos() > to {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < from || call.End() > to {
			return true
		}
		found = m.looksAt(call) || m.pauseWithContext(call)
		return true
	})
	return found
}

// behind: f is only ever started by go statements in this package, or is a literal behind one.
func (m *model) behind(f *syntax.Func) bool {
	for g := f; g != nil; g = g.Outer {
		if call, ok := m.syn.Parent(g.Node).(*ast.CallExpr); ok && call.Fun == g.Node {
			if _, isGo := m.syn.Parent(call).(*ast.GoStmt); isGo {
				return true
			}
		}
	}
	root := f.Root()
	started, called := false, false
	for _, g := range m.syn.Funcs {
		m.syn.Inspect(g.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && root.Obj != nil && m.syn.Target(call).Func == root {
				if _, isGo := m.syn.Parent(call).(*ast.GoStmt); isGo {
					started = true
				} else {
					called = true
				}
			}
			return true
		})
	}
	return started && !called
}

// handOf spells the context at hand at the loop: that of the request, or else the one that the call is given.
func (m *model) handOf(r *Retry, at *ast.CallExpr) string {
	if m.dead.Testing() || r.In.Test {
		return ""
	}
	if h := m.dead.HandAt(at); h != nil {
		if h.Expr == "_" {
			return ""
		}
		return h.Expr
	}
	if arg := m.contextArg(at); arg != nil && syntax.IsContext(m.info.TypeOf(arg)) {
		switch arg.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if !m.root(arg, 0) {
				return types.ExprString(arg)
			}
		}
	}
	return ""
}

// root: the expression is context.Background() or TODO(), what a function makes of nothing, or a variable made so.
func (m *model) root(e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := m.syn.Target(e).Fn
		return syntax.IsFunc(fn, "context", "Background", "TODO", "WithoutCancel") || fn != nil && fn.Signature().Recv() == nil && len(e.Args) == 0
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil || depth > 3 {
			return false
		}
		for _, d := range m.syn.Reach(v, e) {
			if d.Kind == syntax.Assigned && m.root(d.Rhs, depth+1) {
				return true
			}
			if call, ok := ast.Unparen(rhs(d)).(*ast.CallExpr); ok && d.Arity == 2 && len(call.Args) > 0 && syntax.IsContext(m.info.TypeOf(call.Args[0])) {
				return m.root(call.Args[0], depth+1)
			}
		}
	}
	return false
}

func rhs(d *syntax.Def) ast.Expr {
	if d.Rhs == nil {
		return &ast.BadExpr{}
	}
	return d.Rhs
}
