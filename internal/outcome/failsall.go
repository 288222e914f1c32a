package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// failsAll is the statement by which one call's failure ends the function without what the others gave: a return in the
// loop or behind it, or the wait for the group whose error is returned.
func (s *flow) failsAll() (at ast.Node) {
	s.Flat(s.f.Body, syntax.Ifs|syntax.Lists|syntax.Loops, func(n ast.Node) {
		if at != nil {
			return
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			at = s.failing(n)
		case *ast.CommClause: // case err := <-errs: return nil, err
			as, ok := n.Comm.(*ast.AssignStmt)
			if ok && len(as.Lhs) == 1 && syntax.IsError(s.Info.TypeOf(as.Lhs[0])) && s.in(as.Rhs[0])&failure != 0 && s.plain(n) {
				at = s.gives(n.Body)
			}
		case *ast.CaseClause: // switch { case a.err != nil: return nil, a.err }
			sw, ok := s.Parent(s.Parent(n)).(*ast.SwitchStmt)
			if !ok || sw.Tag != nil || len(n.List) != 1 || !s.plain(sw) {
				return
			}
			if tested, holds := s.testsCond(n.List[0]); tested != nil && holds {
				at = s.gives(n.Body)
			}
		case *ast.RangeStmt: // for err := range errs { return nil, err }
			e := n.Value
			if e == nil {
				e = n.Key
			}
			if e != nil && syntax.IsError(s.Info.TypeOf(e)) && s.in(n.X)&failure != 0 && s.plain(n) {
				at = s.gives(n.Body.List)
			}
		}
	})
	return at
}

func (s *flow) failing(is *ast.IfStmt) ast.Node {
	tested, holds := s.tests(is)
	if tested == nil || !s.plain(is) {
		return nil
	}
	body := is.Body.List
	if !holds {
		b, ok := is.Else.(*ast.BlockStmt)
		if !ok {
			return nil
		}
		body = b.List
	}
	if s.tolerates(is, tested) {
		return nil
	}
	r := s.gives(body)
	if r == nil {
		return nil
	}
	if w := s.wait(is, tested); w != nil {
		return w
	}
	return r
}

// tests: the condition is that there is one error, and nothing else; holds is false for err == nil.
func (s *flow) tests(is *ast.IfStmt) (tested ast.Expr, holds bool) {
	if cond, ok := ast.Unparen(is.Cond).(*ast.Ident); ok { // if err, ok := <-errs; ok
		as, ok := is.Init.(*ast.AssignStmt)
		if ok && len(as.Lhs) == 2 && syntax.IsError(s.Info.TypeOf(as.Lhs[0])) && s.VarOf(as.Lhs[1]) == s.VarOf(cond) && s.in(as.Rhs[0])&failure != 0 {
			return as.Lhs[0], true
		}
	}
	return s.testsCond(is.Cond)
}

func (s *flow) testsCond(e ast.Expr) (tested ast.Expr, holds bool) {
	if cond, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		x := ast.Unparen(cond.X)
		if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 1 && types.ExprString(call.Fun) == "len" {
			e := call.Args[0]
			n, known := s.int(cond.Y)
			some := known && (cond.Op == token.GTR && n == 0 || cond.Op == token.NEQ && n == 0 || cond.Op == token.GEQ && n == 1)
			return e, some && s.errors(e) && s.in(e)&failure != 0
		}
		if s.isNil(cond.Y) && syntax.IsError(s.Info.TypeOf(x)) && s.failed(x) {
			return x, cond.Op == token.NEQ
		}
	}
	return nil, false
}

// failed: the error at this place may be that of one of the calls, and not that of something else in the same variable.
func (s *flow) failed(e ast.Expr) bool {
	v := s.VarOf(e)
	if v == nil || v.IsField() {
		return s.in(e)&failure != 0
	}
	if s.holds[v]&failure == 0 {
		return false
	}
	near := s.Reach(v, e)
	for _, d := range s.All(v) {
		if (d.Func != s.f || slices.Contains(near, d)) && d.Rhs != nil && s.in(d.Rhs)&failure != 0 {
			return true
		}
	}
	return false
}

func (s *flow) errors(e ast.Expr) bool {
	t := s.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return syntax.IsError(ch.Elem())
	}
	return syntax.IsError(syntax.Elem(t))
}

// plain: no other decision stands around it.
func (s *flow) plain(n ast.Node) bool {
	for c, p := n, s.Parent(n); p != nil && p != s.f.Node; c, p = p, s.Parent(p) {
		switch p := p.(type) {
		case *ast.IfStmt:
			if tested, _ := s.tests(p); tested == nil && c != p.Init && !s.received(p) {
				return false
			}
		case *ast.CaseClause:
			return false
		}
	}
	return true
}

// received: if v, ok := <-ch; ok { … }
func (s *flow) received(is *ast.IfStmt) bool {
	_, ok := is.Cond.(*ast.Ident)
	return ok && is.Init != nil
}

// tolerates: something in the branch decides, by another thing than the error, to go on all the same.
func (s *flow) tolerates(is *ast.IfStmt, tested ast.Expr) bool {
	found := false
	s.Flat(is.Body, syntax.Ifs, func(n ast.Node) {
		inner, ok := n.(*ast.IfStmt)
		if !ok || len(inner.Body.List) == 0 || s.in(inner.Cond)&failure != 0 {
			return
		}
		if b, ok := inner.Body.List[len(inner.Body.List)-1].(*ast.BranchStmt); ok && b.Tok == token.CONTINUE {
			found = true
		}
	})
	return found
}

// gives is the return at the end of a branch that gives up everything.
func (s *flow) gives(list []ast.Stmt) ast.Node {
	r := lastReturn(list)
	if r == nil {
		return nil
	}
	switch n := s.f.Sig.Results().Len(); {
	case len(r.Results) > 1:
		if s.fails(r) {
			return r
		}
	case len(r.Results) == 1 && n > 1: // return errorResponse(err)
		if call, ok := r.Results[0].(*ast.CallExpr); ok && s.in(call)&failure != 0 && s.in(call)&many == 0 {
			return r
		}
	case len(r.Results) == 1:
		if !s.isNil(r.Results[0]) && !s.succeeds(r) {
			return r
		}
	case n == 0: // an error has been answered
		w := s.answering(s.f)
		for _, st := range list {
			if s.mentions(st, w) && s.answersError(st) {
				return r
			}
		}
	}
	return nil
}

// wait is the statement that waits for a group and gives the error that is tested.
func (s *flow) wait(is *ast.IfStmt, tested ast.Expr) ast.Node {
	if is.Init != nil {
		if waits(is.Init) {
			return is.Init
		}
		return nil
	}
	v := s.VarOf(tested)
	if v == nil || v.IsField() {
		return nil
	}
	for _, d := range s.Reach(v, is) {
		if d.Func == s.f && d.Kind == syntax.Assigned && waits(d.Node) {
			return d.Node
		}
	}
	return nil
}

func waits(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" {
			found = true
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}
