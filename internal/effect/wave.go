package effect

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Wave is a set of read calls of one statement list that could be under way at the same time: none needs another, and
// nothing between them orders them.
//
//	cart, err := s.carts.Get(ctx, id)       // wave 1
//	…
//	quote, err := s.shipping.Quote(ctx, cart) // wave 2: both need the cart,
//	recs, err := s.recs.List(ctx, cart)       // neither needs the other
type Wave struct {
	In    *syntax.Func
	List  []ast.Stmt
	Calls []Member // two or more, in source order
}

// Member is a call of a wave.
type Member struct {
	*downstream.Call
	Stmt   int  // the index in List of the statement that makes it
	Likely bool // it is only probably remote
	// SQL: it only asks a database (or what is called a repository or store): more connections, not less work.
	SQL bool

	at     *syntax.Package
	level  int
	out    bool    // orders and taints like others, but is never part of a wave
	read   []place // what it reads
	change []place // what it changes by itself
	shows  bool    // it prints
	checks bool    // nobody looks at what it answers, only whether it fails
}

// waves looks at each statement list of the package in turn.
func (m *model) waves() (found []*Wave) {
	var started map[*syntax.Func]bool
	for _, f := range m.Funcs {
		if len(m.sites[f]) < 2 || f.Test || f.Broken || m.quiet(f) {
			continue
		}
		before := len(found)
		m.lists(f.Body, func(list []ast.Stmt) {
			if len(list) == 0 || m.waitsIn(f, list[0].Pos(), list[len(list)-1].End()) < 2 {
				return
			}
			w := walk{model: m, in: f, list: list}
			w.run()
			found = append(found, w.found...)
		})
		if len(found) == before {
			continue
		}
		if started == nil {
			started = m.started()
		}
		if started[f] {
			found = found[:before]
		}
	}
	slices.SortStableFunc(found, func(a, b *Wave) int { return m.Order(a.Calls[0].Expr, b.Calls[0].Expr) })
	return found
}

// lists calls f for each statement list below n, without those of loops and function literals.
func (m *model) lists(n ast.Node, f func([]ast.Stmt)) {
	m.Walk(n, syntax.Literals|syntax.Loops|syntax.Lists, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.BlockStmt:
			f(n.List)
		case *ast.CaseClause:
			f(n.Body)
		case *ast.CommClause:
			f(n.Body)
		}
		return true
	})
}

// walk goes through one statement list.
type walk struct {
	*model
	in    *syntax.Func
	list  []ast.Stmt
	lock  string // the mutex that is held
	taint []tainted
	calls []Member // of the current run
	found []*Wave
}

// tainted is a place with the calls of the current run that its value comes from, as a set of indexes in calls.
type tainted struct {
	place
	by uint64
}

func (w *walk) run() {
	for i, s := range w.list {
		w.statement(i, s)
	}
	w.end()
}

func (w *walk) statement(i int, s ast.Stmt) {
	if l, ok := s.(*ast.LabeledStmt); ok {
		s = l.Stmt
	}
	switch s := s.(type) {
	case *ast.GoStmt, *ast.DeferStmt, *ast.EmptyStmt:
		return
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(s.X).(*ast.CallExpr); ok && w.locking(call) {
			return
		}
	}
	if w.lock != "" {
		return
	}
	acc := w.accessOf(s)
	if slices.ContainsFunc(acc.calls, w.limits) {
		w.end()
		w.lock = "a rate limiter" // what follows is paced on purpose
		return
	}
	if w.ordered(acc.calls) {
		w.end()
		return
	}
	by := w.members(i, s) | w.taintOf(acc.reads)
	w.spread(s, acc.writes, by)
	if w.exits(s, false) {
		w.end()
	}
}

// checks: the statement asks for something and looks at the error only: whether it is there, or so that it is known the
// next time.
//
//	if _, err := s.customers.Get(ctx, id); err != nil { return err }
func (m *model) checks(call *ast.CallExpr) bool {
	assign, ok := m.Parent(call).(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || len(assign.Lhs) < 2 {
		return false
	}
	last := len(assign.Lhs) - 1
	for _, e := range assign.Lhs[:last] {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return syntax.IsError(m.Info.TypeOf(assign.Lhs[last]))
}

// sameSide: after the question whether it is there, m asks the same side about it. Another service knows nothing of that.
func (m *model) sameSide(o, c Member) bool {
	if o.Recv == nil || c.Recv == nil {
		return true
	}
	p, ok := m.place(o.Recv)
	q, known := m.place(c.Recv)
	return !ok || !known || p.overlaps(q)
}

func (w *walk) locking(call *ast.CallExpr) bool {
	if mu := lockOp(w.model, call, "Lock", "RLock"); mu != "" && w.lock == "" {
		w.end()
		w.lock = mu
		return true
	}
	if mu := lockOp(w.model, call, "Unlock", "RUnlock"); mu != "" && mu == w.lock {
		w.lock = ""
		return true
	}
	return false
}

// members adds the read calls that statement i certainly makes, and returns their set.
func (w *walk) members(i int, s ast.Stmt) (set uint64) {
	cond, calls := w.direct(s)
	for _, call := range calls {
		c := w.model.calls[call]
		if len(w.calls) >= 64 || w.repeats(call) {
			continue
		}
		acc := w.accessOf(call)
		m := Member{Call: c, Stmt: i, Likely: w.guesses[call], SQL: isSQL(c, w.guesses[call]), out: w.outside(c),
			read: append(acc.reads, cond...), change: acc.writes, shows: w.shows(call), checks: w.checks(call)}
		needs := w.taintOf(m.read)
		for j, o := range w.calls {
			if o.Expr.Pos() >= call.Pos() && o.Expr.End() <= call.End() || conflict(o, m) || o.checks && w.sameSide(o, m) {
				needs |= 1 << j
			}
		}
		for j, o := range w.calls {
			if needs&(1<<j) != 0 {
				m.level = max(m.level, o.level+1)
			}
		}
		set |= 1<<len(w.calls) | needs
		w.calls = append(w.calls, m)
	}
	return set
}

// conflict: m changes what the earlier call o reads or changes, or both print.
func conflict(o, m Member) bool {
	if o.shows && m.shows {
		return true
	}
	for _, p := range m.change {
		at := func(q place) bool { return p.overlaps(q) }
		if slices.ContainsFunc(o.read, at) || slices.ContainsFunc(o.change, at) {
			return true
		}
	}
	return false
}

// repeats: the very same call was made before, so the second one is made for what changed meanwhile.
func (w *walk) repeats(call *ast.CallExpr) bool {
	text := types.ExprString(call)
	return slices.ContainsFunc(w.calls, func(o Member) bool { return types.ExprString(o.Expr) == text })
}

func (w *walk) taintOf(reads []place) (by uint64) {
	for _, t := range w.taint {
		for _, r := range reads {
			if t.overlaps(r) {
				by |= t.by
			}
		}
	}
	return by
}

// spread taints what s writes. A variable that an assignment of the list itself replaces loses what it had: the err of
// the next step is not that of the last one.
func (w *walk) spread(s ast.Stmt, writes []place, by uint64) {
	_, certain := s.(*ast.AssignStmt)
	for _, p := range writes {
		if certain && p.here {
			w.taint = slices.DeleteFunc(w.taint, func(t tainted) bool { return t.Root == p.Root })
		}
	}
	if by == 0 {
		return
	}
	for _, p := range writes {
		w.taint = append(w.taint, tainted{p, by})
	}
}

// end closes the run: what is left of it are its waves.
func (w *walk) end() {
	byLevel := map[int][]Member{}
	top := 0
	for _, c := range w.calls {
		if !c.out {
			byLevel[c.level] = append(byLevel[c.level], c)
		}
		top = max(top, c.level)
	}
	for level := 0; level <= top; level++ {
		calls := byLevel[level]
		if asks := func(c Member) bool { return !probes(c.Call) }; slices.ContainsFunc(calls, asks) {
			calls = slices.DeleteFunc(calls, func(c Member) bool { return probes(c.Call) })
		}
		if len(calls) > 1 {
			w.found = append(w.found, &Wave{In: w.in, List: w.list, Calls: calls})
		}
	}
	w.calls, w.taint = nil, nil
}
