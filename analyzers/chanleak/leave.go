package chanleak

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// abandons returns the place at which a reader leaves while somebody may still send, and says what makes it leave.
func (c *chans) abandons(ch *channel) (ast.Node, string) {
	if ch.drained {
		return nil, ""
	}
	for _, rd := range ch.readers {
		for _, at := range rd.receives {
			if n, why := c.selectLeaves(ch, rd, at); n != nil {
				return n, why
			}
		}
		for _, at := range rd.receives {
			if n := c.loopLeaves(ch, rd, at); n != nil {
				return n, "at the first result that ends its loop"
			}
		}
		if n := c.leavesBefore(ch, rd); n != nil {
			return n, "before it receives"
		}
	}
	return nil, ""
}

// selectLeaves: the receive is one case of a select, and a case that comes with time ends the reader.
//
//	select { case r := <-ch: … case <-ctx.Done(): return … }
func (c *chans) selectLeaves(ch *channel, rd *reader, at ast.Node) (ast.Node, string) {
	clause, sel := c.selectOf(at)
	if sel == nil {
		return nil, ""
	}
	for _, s := range sel.Body.List {
		other, ok := s.(*ast.CommClause)
		if !ok || other == clause {
			continue
		}
		why := c.timely(other.Comm)
		if why == "" || c.receivesIn(rd, other) {
			continue
		}
		if ret := returns(other.Body); ret != nil {
			return ret, why
		}
		loop := c.loopAround(rd.fn, sel, ch.madeFor(rd))
		switch {
		case loop == nil && !c.receivesAfter(rd, sel.End()):
			return other, why
		case loop != nil && breaksOut(other.Body) && !c.receivesAfter(rd, loop.End()):
			return other, why
		}
	}
	return nil, ""
}

// selectOf returns the clause whose communication at is, and its select.
func (c *chans) selectOf(at ast.Node) (*ast.CommClause, *ast.SelectStmt) {
	n := c.syn.Enclosing(at, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CommClause, *ast.BlockStmt, *ast.CaseClause, *ast.FuncLit:
			return true
		}
		return false
	})
	clause, ok := n.(*ast.CommClause)
	if !ok || clause.Comm == nil || at.Pos() > clause.Comm.End() {
		return nil, nil
	}
	sel, _ := c.syn.Parent(c.syn.Parent(clause)).(*ast.SelectStmt)
	return clause, sel
}

// timely names what a communication waits for, if time or a context brings it: everything else may be the very
// goroutine that was started, sending on another channel.
func (c *chans) timely(comm ast.Stmt) string {
	if comm == nil {
		return "by default"
	}
	var e ast.Expr
	switch s := comm.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	default:
		return ""
	}
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return ""
	}
	return c.clock(u.X, 0)
}

func (c *chans) clock(e ast.Expr, depth int) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		t := c.syn.Target(x)
		switch {
		case syntax.IsFunc(t.Fn, "time", "After", "Tick"):
			return "at its time limit"
		case t.Fn != nil && t.Recv != nil && t.Fn.Name() == "Done" && t.Fn.Signature().Params().Len() == 0:
			return "at the end of its context"
		case t.Fn != nil && t.Fn.Name() == "After":
			return "at its time limit" // a clock that tests replace
		}
	case *ast.SelectorExpr:
		base := c.info.TypeOf(x.X)
		if x.Sel.Name == "C" && (syntax.Is(base, "time", "Timer") || syntax.Is(base, "time", "Ticker")) {
			return "at its time limit"
		}
	case *ast.Ident:
		v := c.syn.VarOf(x)
		if v == nil || depth > 2 {
			return ""
		}
		for _, d := range c.syn.Reach(v, x) {
			if d.Kind == syntax.Assigned && d.Arity == 1 {
				if why := c.clock(d.Rhs, depth+1); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// loopLeaves: several sends are to come, the reader receives in a loop, and the loop's body returns.
//
//	for range items { if r := <-ch; r.err != nil { return r.err } }
func (c *chans) loopLeaves(ch *channel, rd *reader, at ast.Node) ast.Node {
	if !c.many(ch) {
		return nil
	}
	loop, ok := at.(ast.Node)
	if _, ranges := at.(*ast.RangeStmt); !ranges {
		if loop = c.loopAround(rd.fn, at, ch.madeFor(rd)); loop == nil {
			return nil
		}
	}
	var body *ast.BlockStmt
	switch l := loop.(type) {
	case *ast.RangeStmt:
		body = l.Body
	case *ast.ForStmt:
		body = l.Body
	}
	if !ok || body == nil {
		return nil
	}
	// The goroutines must stand before the loop, not in it: one that is started for each round has been received from.
	for _, s := range ch.sends {
		if s.at == rd.fn && loop.Pos() <= s.start.Pos() && s.start.End() <= loop.End() {
			return nil
		}
	}
	var found ast.Node
	for n := range ast.Preorder(body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found != nil || c.syn.Around(ret) != rd.fn {
			continue
		}
		clause := c.syn.Enclosing(ret, func(n ast.Node) bool { _, ok := n.(*ast.CommClause); return ok || n == loop })
		if cc, ok := clause.(*ast.CommClause); ok && c.timely(cc.Comm) != "" {
			continue // see selectLeaves
		}
		if ret.Pos() > at.Pos() || clause != loop {
			found = ret
		}
	}
	return found
}

// many: more than one send waits for the reader, since the goroutine is started in a loop, or sends in one, or there
// are several goroutines.
func (c *chans) many(ch *channel) bool {
	first := ch.sends[0]
	for _, s := range ch.sends {
		if s.start != first.start || c.loopAround(s.at, s.start, ch.made) != nil || c.loopAround(s.fn, s.node, ch.made) != nil {
			return true
		}
	}
	return false
}

// leavesBefore: a return stands between the start of the goroutine and the first receive, in one statement list.
//
//	go func() { ch <- load(ctx) }()
//	user, err := fetch(ctx)
//	if err != nil { return err }
//	stock := <-ch
func (c *chans) leavesBefore(ch *channel, rd *reader) ast.Node {
	var start ast.Node = rd.from
	if start == nil {
		for _, s := range ch.sends {
			if s.at == rd.fn && (start == nil || s.start.Pos() < start.Pos()) {
				start = s.start
			}
		}
	}
	if start == nil {
		return nil
	}
	list, i := c.listOf(start)
	if list == nil || c.loopAround(rd.fn, list[i], ch.madeFor(rd)) != nil {
		return nil
	}
	// The receive has to be certain otherwise: in a later statement of the same list.
	for j := i + 1; j < len(list); j++ {
		for _, at := range rd.receives {
			if list[j].Pos() <= at.Pos() && at.End() <= list[j].End() {
				return nil
			}
		}
		if ret := returns(list[j : j+1]); ret != nil && c.later(rd, list[j+1:]) {
			return ret
		}
	}
	return nil
}

func (c *chans) later(rd *reader, list []ast.Stmt) bool {
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		return slices.ContainsFunc(rd.receives, func(at ast.Node) bool { return s.Pos() <= at.Pos() && at.End() <= s.End() })
	})
}

// listOf returns the innermost statement list around n and the index of the statement that holds it.
func (c *chans) listOf(n ast.Node) ([]ast.Stmt, int) {
	for child := n; child != nil; child = c.syn.Parent(child) {
		list := syntax.List(c.syn.Parent(child))
		for i, s := range list {
			if ast.Node(s) == child {
				return list, i
			}
		}
	}
	return nil, 0
}

// loopAround returns the outermost loop of f around n that does not hold made, where the channel comes to be: a new
// round of such a loop has a new channel.
func (c *chans) loopAround(f *syntax.Func, n, made ast.Node) ast.Node {
	var loop ast.Node
	for up := c.syn.Parent(n); up != nil && up != f.Node; up = c.syn.Parent(up) {
		switch up.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if made == nil || made.Pos() < up.Pos() || made.End() > up.End() {
				loop = up
			}
		case *ast.FuncLit:
			loop = nil // the loop of a goroutine that n starts or runs in is not f's
		}
	}
	return loop
}

func (c *chans) receivesIn(rd *reader, n ast.Node) bool {
	return slices.ContainsFunc(rd.receives, func(at ast.Node) bool { return n.Pos() <= at.Pos() && at.End() <= n.End() })
}

func (c *chans) receivesAfter(rd *reader, pos token.Pos) bool {
	return slices.ContainsFunc(rd.receives, func(at ast.Node) bool { return at.Pos() > pos })
}

// returns finds a return statement in list, literals excluded.
func returns(list []ast.Stmt) ast.Node {
	var found ast.Node
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			if r, ok := n.(*ast.ReturnStmt); ok && found == nil {
				found = r
			}
			return found == nil
		})
	}
	return found
}

// breaksOut: the list ends by a break with a label.
func breaksOut(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	b, ok := list[len(list)-1].(*ast.BranchStmt)
	return ok && b.Tok == token.BREAK && b.Label != nil
}
