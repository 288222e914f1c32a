package seqcalls

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// The fix starts all calls where the first one was, and waits for each where it was. So each error is looked at in
// source order by the code that did it before, whichever call fails first in time:
//
//	gctx, cancel := context.WithCancel(ctx)
//	defer cancel() // an early return stops the calls that are still under way
//	var user *User
//	var userCall errgroup.Group
//	userCall.Go(func() (err error) {
//		user, err = s.users.Get(gctx, id)
//		return err
//	})
//	… the others likewise …
//	err := userCall.Wait()
//	if err != nil {
//		return nil, fmt.Errorf("user: %w", err)
//	}
//
// One group for all would be shorter, but gives the first error in time, and a call that it cancelled would seem to
// have failed by itself.

// repairer makes the fixes of one package.
type repairer struct {
	pass  *analysis.Pass
	cfg   *config.Config
	dirs  *config.Directives
	known *effect.Result
	// names are those given out in a function: two waves of it may both be repaired.
	names fix.Names
}

// step is a call in a shape that the fix can move.
type step struct {
	effect.Member
	assign *ast.AssignStmt
	ctx    ast.Expr
	vars   []*ast.Ident // what it assigns beside the error; _ stays
	err    *ast.Ident
	branch *ast.IfStmt // what looks at the error; nil for none
	name   string      // of its group or channel
}

// With the runtime there are better ways, group.go and all.go; they come first, and this one is offered beside them.
func (r *repairer) fixes(w *effect.Wave, calls []effect.Member) (list []rule.Fix) {
	file, ok := fix.In(r.pass, calls[0].Expr.Pos())
	if !ok {
		return nil
	}
	steps, ok := r.steps(w, calls, file)
	if !ok {
		return nil
	}
	first := steps[0].assign.Pos()
	stmt := w.List[steps[0].Stmt]
	if first > stmt.Pos() { // in the header of an if
		first = stmt.Pos()
	}
	names := r.names.Copy(w.In)
	edit := func() *edit {
		return &edit{repairer: r, file: file, names: names.Copy(w.In), in: w.In, at: first, stmt: stmt, list: w.List, steps: slices.Clone(steps)}
	}
	uses := func(names ...string) bool { return fix.UsesRuntime(r.pass, r.cfg, first, names...) }
	if e := edit(); uses("aggregate", "fallback") && e.group() {
		list = append(list, e.fix(e.title))
	}
	if e := edit(); uses("pool") && e.all() {
		list = append(list, e.fix(fmt.Sprintf("make the %d calls together with pool.All: the first to fail ends the others, and its error is returned", len(steps))))
	}
	if !onlyReturns(steps) {
		return list
	}
	e := edit()
	e.grouped = fix.UsesSync(r.pass, r.cfg, first)
	if !e.build() {
		return list
	}
	e.edits = append(e.edits, file.InsertBefore(stmt, e.lines...))
	with := "an errgroup each"
	if !e.grouped {
		with = "a channel each"
	}
	return append(list, e.fix(fmt.Sprintf("start the %d calls together, with %s, and look at their errors in the same order", len(steps), with)))
}

// fix hands the edit out. Its names are taken for the other findings of the function, not for its alternatives.
func (e *edit) fix(title string) rule.Fix {
	e.repairer.names.Add(e.names)
	return rule.Fix{Title: title, Level: rule.Ask, Edits: e.edits}
}

// steps proves that the statements from the first call to the last are nothing but the calls and their error branches,
// which leave the function.
func (r *repairer) steps(w *effect.Wave, calls []effect.Member, file *fix.File) ([]step, bool) {
	from, to := calls[0].Stmt, calls[len(calls)-1].Stmt
	if to-from > 2*len(calls) {
		return nil, false
	}
	var steps []step
	for i := from; i <= to; i++ {
		k := slices.IndexFunc(calls, func(c effect.Member) bool { return c.Stmt == i })
		ifs, isIf := w.List[i].(*ast.IfStmt)
		if k < 0 {
			if !isIf || ifs.Init != nil || !r.leaves(ifs, steps[len(steps)-1].err) {
				return nil, false
			}
			steps[len(steps)-1].branch = ifs
			continue
		}
		s := step{Member: calls[k]}
		switch {
		case isIf:
			s.assign, _ = ifs.Init.(*ast.AssignStmt)
			if s.assign == nil || len(s.assign.Lhs) != 1 {
				return nil, false
			}
		default:
			s.assign, _ = w.List[i].(*ast.AssignStmt)
		}
		if !r.shape(&s, w, file) || isIf && !r.leaves(ifs, s.err) {
			return nil, false
		}
		if isIf {
			s.branch = ifs
		}
		steps = append(steps, s)
	}
	first := steps[0].ctx
	for _, s := range steps {
		if types.ExprString(s.ctx) != types.ExprString(first) || !r.declaredBefore(s.Expr, w.List[from].Pos()) {
			return nil, false
		}
		if r.known.Seen(s.Expr, w.List[from:to+1]...) {
			return nil, false // an early return waits for nobody, so what the call fills would change behind the caller's back
		}
	}
	return steps, len(steps) == len(calls) && !r.captured(w, steps)
}

// shape: x, err := call(ctx, …), or err = call(ctx, …).
func (r *repairer) shape(s *step, w *effect.Wave, file *fix.File) bool {
	a := s.assign
	if a == nil || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(s.Expr) || s.Fn == nil {
		return false
	}
	if file.Commented(a) {
		return false
	}
	i := syntax.CtxParam(s.Fn.Signature())
	if i < 0 {
		return false
	}
	if s.ctx = s.Arg(s.Expr, i); s.ctx == nil {
		return false
	}
	for n, lhs := range a.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return false
		}
		t := r.pass.TypesInfo.TypeOf(id)
		if n == len(a.Lhs)-1 {
			s.err = id
			return id.Name != "_" && syntax.IsError(t)
		}
		if id.Name != "_" && (r.pass.TypesInfo.Defs[id] == nil || fix.ReadsOn(t)) {
			return false
		}
		s.vars = append(s.vars, id)
	}
	return false
}

// leaves: if err != nil { …; return … }
func (r *repairer) leaves(s *ast.IfStmt, err *ast.Ident) bool {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	n := len(s.Body.List)
	if !ok || cond.Op != token.NEQ || s.Else != nil || n == 0 || !r.pass.TypesInfo.Types[cond.Y].IsNil() {
		return false
	}
	id, ok := ast.Unparen(cond.X).(*ast.Ident)
	_, returns := s.Body.List[n-1].(*ast.ReturnStmt)
	return ok && returns && r.pass.TypesInfo.ObjectOf(id) == r.pass.TypesInfo.ObjectOf(err)
}

// onlyReturns: no branch between the calls does more. What it does otherwise may be what a call under way reads.
func onlyReturns(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return s.branch != nil && len(s.branch.Body.List) > 1 })
}

// declaredBefore: all local variables that the call mentions exist where the first call is, and none is an error that
// another step assigns.
func (r *repairer) declaredBefore(call *ast.CallExpr, pos token.Pos) bool {
	ok := true
	ast.Inspect(call, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent {
			v, isVar := r.pass.TypesInfo.Uses[id].(*types.Var)
			if isVar && !v.IsField() && (v.Pos() >= pos && v.Pos() < call.Pos() || syntax.IsError(v.Type())) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// captured: a variable that is declared earlier than before would hide another of its name in what comes between.
func (r *repairer) captured(w *effect.Wave, steps []step) bool {
	from := w.List[steps[0].Stmt].Pos()
	for _, s := range steps {
		for _, v := range s.vars {
			obj := r.pass.TypesInfo.ObjectOf(v)
			for id, use := range r.pass.TypesInfo.Uses {
				if id.Name == v.Name && from <= id.Pos() && id.Pos() < s.assign.End() && use != obj {
					if f, ok := use.(*types.Var); ok && f.IsField() {
						continue
					}
					return true
				}
			}
		}
	}
	return false
}
