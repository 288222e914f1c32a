package outcome

import (
	"go/ast"
	"go/token"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// nexts are the loops that ask one target after the other until one answers:
//
//	for _, node := range c.nodes {
//		if v, err := node.read(ctx, key); err == nil { return v, nil }
//	}
func (m *model) nexts() (out []Second) {
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Sig == nil || !m.far[f.Root()] || !syntax.IsError(lastResult(f.Sig)) {
			continue
		}
		for _, r := range m.roundsOf(f, true) {
			if _, ok := r.node.(*ast.CallExpr); ok || m.Around(r.node) != f {
				continue
			}
			body := r.body.(*ast.BlockStmt)
			for _, c := range m.down.In(f) {
				if !within(body, c.Expr) || fromMemory(c) || !r.goesTo(c) {
					continue
				}
				if m.firstWins(body, c) {
					out = append(out, Second{First: c, Call: c, Loop: body, Of: r.targets, Named: m.literal(r.targets, 0)})
					break
				}
			}
		}
	}
	return out
}

// firstWins: the function returns as soon as the call has gone well, and goes on to the next round if not.
func (m *model) firstWins(body *ast.BlockStmt, c *downstream.Call) bool {
	as, ok := m.Parent(c.Expr).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return false
	}
	err := m.VarOf(as.Lhs[len(as.Lhs)-1])
	if err == nil || !syntax.IsError(err.Type()) {
		return false
	}
	is, ok := m.Parent(as).(*ast.IfStmt)
	list := syntax.List(m.Parent(as))
	if ok {
		list = syntax.List(m.Parent(is))
	} else if is = m.testOf(as, list); is == nil {
		return false
	}
	if len(list) == 0 || m.Parent(is) != body {
		return false
	}
	switch m.verdict(err, is.Cond) {
	case fine: // if err == nil { return v, nil }
		return lastReturn(is.Body.List) != nil && !leavesLoop(body, is)
	case down: // if err != nil { continue }; return v, nil
		if len(is.Body.List) == 0 {
			return false
		}
		b, ok := is.Body.List[len(is.Body.List)-1].(*ast.BranchStmt)
		return ok && b.Tok == token.CONTINUE && lastReturn(list) != nil
	}
	return false
}

// testOf is the first if behind an assignment.
func (m *model) testOf(as *ast.AssignStmt, list []ast.Stmt) *ast.IfStmt {
	for i, s := range list {
		if s == as && i+1 < len(list) {
			is, _ := list[i+1].(*ast.IfStmt)
			if is != nil && is.Init != nil {
				return nil
			}
			return is
		}
	}
	return nil
}

// leavesLoop: behind the test the round ends the loop all the same.
func leavesLoop(body *ast.BlockStmt, is *ast.IfStmt) bool {
	if b, ok := is.Else.(*ast.BlockStmt); ok && syntax.Leaves(b) {
		br, ok := b.List[len(b.List)-1].(*ast.BranchStmt)
		return !ok || br.Tok != token.CONTINUE
	}
	last := body.List[len(body.List)-1]
	_, ret := last.(*ast.ReturnStmt)
	br, ok := last.(*ast.BranchStmt)
	return ret || ok && br.Tok == token.BREAK
}
