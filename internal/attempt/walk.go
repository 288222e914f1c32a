package attempt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// outcome is how a piece of a loop's body may end.
type outcome uint8

const (
	falls  outcome = 1 << iota // goes on to the next statement
	again                      // goes round again
	leaves                     // leaves the loop, because of what was answered
	ends                       // leaves the loop, because attempts, time or a context are used up
)

// verdict is what a condition is under an assumption.
type verdict int8

const (
	unknown verdict = iota
	yes
	no
)

// walk runs a loop's body under one assumption about one call in it.
type walk struct {
	m    *model
	l    *loop
	call *ast.CallExpr
	// whole is the expression that yields the call's error: itself, or a chain on it, as in Query(q).Scan(&n).
	whole ast.Expr
	fail  bool       // the call has failed; else everything goes well
	err   *types.Var // what the call's error is kept in; may be nil
	// status is what the answer's HTTP status is assumed to be.
	status int
	// common: the error is none that the code knows by name.
	common bool
	// passing: … unless that name says that the trouble passes by.
	passing bool
	// answer holds the other results of the call, and what is made of them.
	answer map[*types.Var]bool

	byAnswer bool       // going on or leaving depends on what was answered
	waits    []ast.Node // pauses on the way
	splits   bool       // rounds or the clock decide which way to go on
}

// run gives the outcomes of one round, the loop's header included.
func (w *walk) run() outcome {
	out := w.list(w.l.body)
	if w.l.label != "" {
		if out&falls != 0 {
			out = out&^falls | leaves
		}
		return out
	}
	if out&(falls|again) == 0 {
		return out
	}
	out &^= falls | again
	if w.l.post != nil {
		w.stmt(w.l.post)
	}
	if w.l.cond == nil {
		if w.l.ranged != nil {
			return out | again | ends
		}
		return out | again
	}
	switch w.cond(w.l.cond) {
	case yes:
		return out | again
	case no:
		return out | leaves
	}
	if w.asks(w.l.cond) {
		w.note()
		return out | again | leaves
	}
	return out | again | ends
}

func (w *walk) list(list []ast.Stmt) outcome {
	out := falls
	for _, s := range list {
		if out&falls == 0 {
			break
		}
		out = out&^falls | w.stmt(s)
	}
	return out
}

func (w *walk) stmt(s ast.Stmt) outcome {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return leaves
	case *ast.BranchStmt:
		return w.branch(s)
	case *ast.BlockStmt:
		return w.list(s.List)
	case *ast.LabeledStmt:
		return w.stmt(s.Stmt)
	case *ast.IfStmt:
		return w.ifStmt(s)
	case *ast.SwitchStmt:
		return w.switchStmt(s)
	case *ast.TypeSwitchStmt:
		return w.clauses(s.Body, false)
	case *ast.SelectStmt:
		return w.selectStmt(s)
	case *ast.ForStmt:
		return w.inner(s.Body)
	case *ast.RangeStmt:
		return w.inner(s.Body)
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if syntax.Leaves(&ast.BlockStmt{List: []ast.Stmt{s}}) {
				return ends // panic, os.Exit, log.Fatal
			}
			w.m.pause(w, call, s)
		}
		if u, ok := ast.Unparen(s.X).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
			w.waits = append(w.waits, s)
		}
	case *ast.AssignStmt:
		w.derive(s)
	}
	return falls
}

// branch: a break or continue that reaches this loop. Those of a switch or select inside are handled there.
func (w *walk) branch(s *ast.BranchStmt) outcome {
	switch s.Tok {
	case token.GOTO:
		if s.Label.Name == w.l.label {
			return again
		}
		return leaves
	case token.BREAK:
		return leaves
	case token.CONTINUE:
		if s.Label != nil && !w.own(s.Label) {
			return leaves
		}
		if w.l.label != "" {
			return leaves // of a loop around the jump
		}
		return again
	}
	return falls
}

func (w *walk) own(label *ast.Ident) bool {
	l, ok := w.m.syn.Parent(w.l.node).(*ast.LabeledStmt)
	return ok && l.Label.Name == label.Name
}

func (w *walk) ifStmt(s *ast.IfStmt) outcome {
	if s.Init != nil {
		w.stmt(s.Init)
	}
	v := w.cond(s.Cond)
	switch {
	case v == yes, w.fail && w.made(s.Body):
		return w.list(s.Body.List)
	case w.fail && s.Else != nil && w.made(s.Else):
		return w.stmt(s.Else)
	}
	other := falls
	if s.Else != nil && v != no {
		other = w.stmt(s.Else)
	} else if s.Else != nil {
		return w.stmt(s.Else)
	}
	if v == no {
		return other
	}
	then := w.list(s.Body.List)
	return w.fork(s.Cond, then, other)
}

// made: the call stands in this branch. A round that takes another one does not fail.
func (w *walk) made(branch ast.Node) bool {
	return branch.Pos() <= w.call.Pos() && w.call.End() <= branch.End()
}

// fork joins the outcomes of two branches on a condition that may be either.
func (w *walk) fork(cond ast.Expr, then, other outcome) outcome {
	if w.m.isLimit(w.l, cond) {
		w.splits = w.splits || then != other && w.m.isCap(w.l, cond)
		if then&leaves != 0 {
			then = then&^leaves | ends
		}
		if other&leaves != 0 {
			other = other&^leaves | ends
		}
	}
	if then != other && w.asks(cond) {
		w.note()
	}
	return then | other
}

func (w *walk) note() {
	w.byAnswer = true
}

func (w *walk) switchStmt(s *ast.SwitchStmt) outcome {
	if s.Init != nil {
		w.stmt(s.Init)
	}
	if s.Tag != nil {
		asks := w.asks(s.Tag)
		var out outcome
		all := false
		if asks && w.common { // the error has none of the names that are listed
			for _, c := range s.Body.List {
				cc := c.(*ast.CaseClause)
				if cc.List == nil || w.passing && slices.ContainsFunc(cc.List, transient) {
					out |= unbreak(w.list(cc.Body), cc.Body)
					all = all || cc.List == nil
				}
			}
			if !all {
				out |= falls
			}
			return out
		}
		return w.clauses(s.Body, asks)
	}
	var out outcome
	var otherwise *ast.CaseClause
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		if cc.List == nil {
			otherwise = cc
			continue
		}
		v := no
		for _, e := range cc.List {
			if ev := w.cond(e); ev == yes || ev == unknown && v == no {
				v = ev
			}
		}
		if v == no {
			continue
		}
		one := unbreak(w.list(cc.Body), cc.Body)
		if v == yes {
			return out | one
		}
		for _, e := range cc.List {
			one = w.fork(e, one, falls)&^falls | one&falls
		}
		out |= one
	}
	if otherwise != nil {
		return out | unbreak(w.list(otherwise.Body), otherwise.Body)
	}
	return out | falls
}

func (w *walk) clauses(body *ast.BlockStmt, asks bool) outcome {
	var out outcome
	all := false
	for _, c := range body.List {
		cc, ok := c.(*ast.CaseClause)
		if !ok {
			continue
		}
		all = all || cc.List == nil
		one := unbreak(w.list(cc.Body), cc.Body)
		if asks && out != 0 && one != out {
			w.byAnswer = true
		}
		out |= one
	}
	if !all {
		if asks && out&^falls != 0 {
			w.byAnswer = true
		}
		out |= falls
	}
	return out
}

// selectStmt: what leaves in a case that receives, leaves because of time, a context or a signal.
func (w *walk) selectStmt(s *ast.SelectStmt) outcome {
	var out outcome
	for _, c := range s.Body.List {
		cc, ok := c.(*ast.CommClause)
		if !ok {
			continue
		}
		one := unbreak(w.list(cc.Body), cc.Body)
		if one&leaves != 0 {
			one = one&^leaves | ends
			w.splits = w.splits || !w.m.doneCase(cc.Comm)
		}
		out |= one
		if cc.Comm != nil {
			if d := w.m.delayOf(cc.Comm); d != nil {
				w.waits = append(w.waits, d)
			}
		}
	}
	if len(s.Body.List) == 1 && s.Body.List[0].(*ast.CommClause).Comm != nil {
		w.waits = append(w.waits, s.Body.List[0].(*ast.CommClause).Comm)
	}
	return out
}

// unbreak: an unlabelled break at the end of a clause only leaves the switch or select.
func unbreak(out outcome, body []ast.Stmt) outcome {
	if len(body) == 0 || out&leaves == 0 {
		return out
	}
	plain := false
	for _, s := range body {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.SwitchStmt, *ast.SelectStmt:
				return false
			case *ast.BranchStmt:
				plain = plain || n.Tok == token.BREAK && n.Label == nil
			case *ast.ReturnStmt:
				return false
			}
			return true
		})
	}
	if !plain {
		return out
	}
	if returnsIn(body) {
		return out | falls
	}
	return out&^leaves | falls
}

func returnsIn(body []ast.Stmt) bool {
	found := false
	for _, s := range body {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Label != nil
			}
			return !found
		})
	}
	return found
}

// inner: a loop inside may return; what else it does stays inside.
func (w *walk) inner(body *ast.BlockStmt) outcome {
	if returnsIn(body.List) {
		return falls | leaves
	}
	return falls
}
