package attempt

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// recursive finds functions that try again by calling themselves, after a pause, in a branch:
//
//	if resp.StatusCode == 429 {
//		time.Sleep(wait)
//		return c.do(ctx, req, tries-1)
//	}
//
// Without a pause it may be anything, so nothing is said.
func (m *model) recursive(f *syntax.Func) {
	if f.Obj == nil {
		return
	}
	var calls []*ast.CallExpr
	m.syn.Flat(f.Body, syntax.Calls, func(n ast.Node) {
		if call := n.(*ast.CallExpr); m.syn.Target(call).Func == f {
			calls = append(calls, call)
		}
	})
	for _, call := range calls {
		var branch ast.Node = m.syn.Enclosing(call, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IfStmt, *ast.CaseClause, *ast.ForStmt, *ast.RangeStmt:
				return true
			}
			return n == f.Node
		})
		block := m.syn.Enclosing(call, func(n ast.Node) bool { _, ok := n.(*ast.BlockStmt); return ok || n == branch })
		list, ok := block.(*ast.BlockStmt)
		if _, isIf := branch.(*ast.IfStmt); !ok || !isIf {
			continue
		}
		for _, s := range list.List {
			es, ok := s.(*ast.ExprStmt)
			if !ok || s.Pos() > call.Pos() {
				continue
			}
			pause, ok := es.X.(*ast.CallExpr)
			if !ok || m.sleeps(pause) == nil {
				continue
			}
			if first := m.firstRemote(f, call); first != nil {
				r := &Retry{Node: call, In: f, Call: first, Remote: true, Paused: true, Capped: m.countsDown(f, call),
					Waits: []Wait{{Node: es, Sleep: true, Delay: m.sleeps(pause)}}}
				r.Name, _ = m.name(first)
				r.Given = m.given(call)
				r.Looks = m.looks(f, &loop{node: list})
				r.Hand = m.handOf(r, pause)
				m.found = append(m.found, r)
			}
			return
		}
	}
}

// firstRemote is the first downstream call of f before a position.
func (m *model) firstRemote(f *syntax.Func, before *ast.CallExpr) *ast.CallExpr {
	for _, c := range m.down.In(f) {
		if c.Expr.Pos() < before.Pos() && (c.Sink == nil || !c.Sink.Request) && m.syn.Target(c.Expr).Func != f {
			return c.Expr
		}
	}
	return nil
}

// countsDown: an argument is not simply the parameter passed on, or a condition of the function looks at the clock or a
// number that it was given.
func (m *model) countsDown(f *syntax.Func, call *ast.CallExpr) bool {
	for i, a := range call.Args {
		v := m.syn.VarOf(a)
		same := false
		f.Params(func(j int, p *types.Var) bool { same = same || i == j && p == v; return true })
		if t := m.info.TypeOf(a); !same && t != nil && isBasic(t) {
			return true
		}
	}
	return m.anyCall(f.Body, m.clock)
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}
