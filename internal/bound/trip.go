package bound

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

func (m *model) trip(loop ast.Node) Trip {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		return m.guarded(loop.Body, m.ranged(loop))
	case *ast.ForStmt:
		return m.guarded(loop.Body, m.forLoop(loop))
	case *ast.LabeledStmt:
		return m.trip(loop.Stmt)
	}
	return Trip{}
}

func (m *model) ranged(loop *ast.RangeStmt) Trip {
	t := m.info.TypeOf(loop.X)
	if t == nil {
		return Trip{Of: spell(loop.X)}
	}
	if ch, ok := t.Underlying().(*types.Chan); ok {
		if syntax.Is(ch.Elem(), "time", "Time") {
			return Trip{Kind: Ticker}
		}
		return Trip{Of: "the values of " + spell(loop.X)}
	}
	return m.number(loop.X)
}

// number marks a count that is no length: for range n.
func (m *model) number(e ast.Expr) Trip {
	t := m.size(e)
	if call, ok := unparen(e).(*ast.CallExpr); isInt(m.info.TypeOf(e)) && !(ok && isBuiltin(m.info, call, "len")) {
		t.Number = true
	}
	return t
}

// forLoop reads the loops that count, that ask for the next item, and that have no end.
func (m *model) forLoop(loop *ast.ForStmt) Trip {
	switch cond := unparen(loop.Cond).(type) {
	case nil:
		return m.endless(loop)
	case *ast.Ident:
		if tv := m.info.Types[cond]; tv.Value != nil {
			return m.endless(loop)
		}
	case *ast.CallExpr:
		// for rows.Next() { … }
		if sel, ok := ast.Unparen(cond.Fun).(*ast.SelectorExpr); ok {
			switch sel.Sel.Name {
			case "Next", "NextResultSet", "Scan", "HasNext", "More", "HasMorePages", "NextPage", "NotDone", "Valid":
				return Trip{Of: "what " + spell(sel.X) + " yields"}
			}
		}
	case *ast.BinaryExpr:
		return m.counted(loop, cond)
	}
	return m.endless(loop)
}

// counted: for i := 0; i < n; i++ { … }, upwards or downwards.
func (m *model) counted(loop *ast.ForStmt, cond *ast.BinaryExpr) Trip {
	if cond.Op == token.LAND || cond.Op == token.LOR {
		for _, e := range []ast.Expr{cond.X, cond.Y} {
			if b, ok := unparen(e).(*ast.BinaryExpr); ok {
				if t := m.counted(loop, b); t.Limited() && cond.Op == token.LAND {
					return t
				}
			}
		}
		return Trip{Kind: Endless}
	}
	i := m.stepped(loop)
	var limit ast.Expr
	down := false
	switch {
	case i == nil:
		// for len(queue) > 0 { … }
		if call, ok := unparen(cond.X).(*ast.CallExpr); ok && isBuiltin(m.info, call, "len") {
			return Trip{Of: spell(call.Args[0])}
		}
		return m.endless(loop)
	case m.syn.VarOf(cond.X) == i && (cond.Op == token.LSS || cond.Op == token.LEQ || cond.Op == token.NEQ):
		limit = cond.Y
	case m.syn.VarOf(cond.Y) == i && (cond.Op == token.GTR || cond.Op == token.GEQ):
		limit = cond.X
	case m.syn.VarOf(cond.X) == i && (cond.Op == token.GTR || cond.Op == token.GEQ):
		down = true
	default:
		return m.endless(loop)
	}
	if down {
		if init, ok := loop.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 {
			limit = init.Rhs[0]
		}
	}
	if limit == nil {
		return Trip{Of: spell(cond)}
	}
	return m.number(limit)
}

// stepped is the counter that the loop's post statement, or a statement of its body, moves.
func (m *model) stepped(loop *ast.ForStmt) *types.Var {
	step := func(s ast.Stmt) *types.Var {
		switch s := s.(type) {
		case *ast.IncDecStmt:
			return m.syn.VarOf(s.X)
		case *ast.AssignStmt:
			if s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN {
				return m.syn.VarOf(s.Lhs[0])
			}
		}
		return nil
	}
	if v := step(loop.Post); v != nil {
		return v
	}
	for _, s := range loop.Body.List {
		if v := step(s); v != nil && isInt(v.Type()) {
			return v
		}
	}
	return nil
}

// endless tells loops without a condition of their own apart by what drives them.
//
//	for { c, err := ln.Accept(); …; go serve(c) }
//	for { select { case <-ticker.C: … } }
//	for { msg, err := reader.ReadMessage(ctx); …; go handle(msg) }
func (m *model) endless(loop *ast.ForStmt) Trip {
	t := Trip{Kind: Endless}
	for _, s := range loop.Body.List {
		switch s := s.(type) {
		case *ast.SelectStmt:
			if m.ticks(s) {
				return Trip{Kind: Ticker}
			}
		case *ast.AssignStmt, *ast.IfStmt, *ast.ExprStmt:
			m.walkFlat(s, func(n ast.Node) {
				if got := m.drives(n); got.Kind != Endless {
					t = got
				}
			})
			if t.Kind != Endless {
				return t
			}
		}
	}
	return t
}

// tripAt is the trip of an endless loop as one statement of it sees it: what stands in one case of its select runs once
// for each value of that case's channel.
//
//	for { select { case <-ctx.Done(): return; case job := <-jobs: go run(job) } }
func (m *model) tripAt(loop *ast.ForStmt, at ast.Node) Trip {
	t := m.trip(loop)
	if t.Kind != Endless && t.Kind != Ticker {
		return t
	}
	for n := at; n != nil && n != ast.Node(loop); n = m.syn.Parent(n) {
		c, ok := n.(*ast.CommClause)
		if !ok {
			continue
		}
		if block, ok := m.syn.Parent(m.syn.Parent(m.syn.Parent(c))).(*ast.BlockStmt); !ok || block != loop.Body {
			continue
		}
		got := Trip{Kind: Endless}
		drive := func(n ast.Node) {
			if got.Kind == Endless {
				got = m.drives(n)
			}
		}
		if c.Comm != nil {
			m.walkFlat(c.Comm, func(n ast.Node) {
				drive(n)
				if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					got = m.replaced(got, u.X, at)
				}
			})
			return got
		}
		for _, s := range c.Body { // default: msg, err := r.ReadMessage(ctx)
			if s.Pos() < at.Pos() {
				m.walkFlat(s, drive)
			}
		}
		return got
	}
	return t
}

// replaced: what is started for a value of the channel sends the next one, so that one takes the place of another.
//
//	for { select { case res := <-results: if res.err != nil { go ask(next, results) } } }
func (m *model) replaced(t Trip, from ast.Expr, start ast.Node) Trip {
	if t.Kind != Unknown {
		return t
	}
	if ty := m.info.TypeOf(from); ty != nil {
		if _, ok := ty.Underlying().(*types.Chan); ok {
			if v := m.syn.VarOf(from); v != nil && m.sendsTo(start, v) {
				return Trip{Kind: Bounded, Why: "one for each that has come back"}
			}
		}
	}
	return t
}

func (m *model) ticks(s *ast.SelectStmt) bool {
	for _, c := range s.Body.List {
		found := false
		if comm := c.(*ast.CommClause).Comm; comm != nil {
			m.walkFlat(comm, func(n ast.Node) {
				if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					found = found || syntax.Is(elem(m.info.TypeOf(u.X)), "time", "Time")
				}
			})
		}
		if found {
			return true
		}
	}
	return false
}

// drives: one expression of an endless loop that waits for the next item.
func (m *model) drives(n ast.Node) Trip {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op != token.ARROW {
			break
		}
		switch e := elem(m.info.TypeOf(n.X)); {
		case syntax.Is(e, "time", "Time"):
			return Trip{Kind: Ticker}
		case syntax.Is(e, "net", "Conn"):
			return Trip{Kind: Accept}
		case e != nil && !isSignal(e):
			return Trip{Of: "the values of " + spell(n.X)}
		}
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		switch name := sel.Sel.Name; {
		case strings.HasPrefix(name, "Accept"):
			return Trip{Kind: Accept}
		case name == "Sleep" && syntax.IsFunc(m.syn.Target(n).Fn, "time", "Sleep"):
			return Trip{Kind: Ticker}
		case name == "Next" || name == "ReadMessage" || name == "FetchMessage" || name == "ReceiveMessage" || name == "Recv" || name == "Receive" || name == "NextMsg":
			return Trip{Of: "the messages of " + spell(sel.X)}
		}
	}
	return Trip{Kind: Endless}
}

// guarded: the body leaves the loop when a count reaches a limit.
//
//	if len(out) >= limit { break }
func (m *model) guarded(body *ast.BlockStmt, t Trip) Trip {
	if t.Limited() {
		return t
	}
	for _, s := range body.List {
		iff, ok := s.(*ast.IfStmt)
		if !ok || !syntax.Leaves(iff.Body) {
			continue
		}
		if b, ok := iff.Body.List[len(iff.Body.List)-1].(*ast.BranchStmt); ok && b.Tok != token.BREAK {
			continue
		}
		cond, ok := unparen(iff.Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.GEQ && cond.Op != token.GTR && cond.Op != token.EQL {
			continue
		}
		if !isInt(m.info.TypeOf(cond.X)) || !counts(cond.X) {
			continue
		}
		if limit := m.size(cond.Y); limit.Kind == Bounded || limit.Kind == Constant && limit.N > 0 {
			return Trip{Kind: Bounded, Why: "left at " + spell(cond.Y)}
		}
	}
	return t
}

// counts: a counter, or the length of what was collected so far.
func counts(e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && id.Name == "len"
	}
	return false
}

func elem(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return ch.Elem()
	}
	return nil
}

// isSignal: the value of a channel that says only that something happened.
func isSignal(t types.Type) bool {
	if st, ok := t.Underlying().(*types.Struct); ok {
		return st.NumFields() == 0
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0
	}
	return syntax.IsError(t) || syntax.Is(t, "os", "Signal")
}

func isInt(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return false
	}
	_, ok = info.Uses[id].(*types.Builtin)
	return ok
}

func unparen(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	return ast.Unparen(e)
}

// walkFlat visits n without the function literals in it.
func (m *model) walkFlat(n ast.Node, f func(ast.Node)) {
	if n == nil {
		return
	}
	m.syn.Inspect(n, func(x ast.Node) bool {
		if _, ok := x.(*ast.FuncLit); ok {
			return false
		}
		if x != nil {
			f(x)
		}
		return true
	})
}

// spell writes an expression as the user did, shortened where it is long.
func spell(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) <= 40 {
		return s
	}
	if call, ok := unparen(e).(*ast.CallExpr); ok {
		if s = types.ExprString(call.Fun); len(s) <= 40 {
			return s + "(…)"
		}
	}
	return "the items"
}
