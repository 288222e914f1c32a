package bound

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// waits are the methods of a rate limiter that come back when a call may go.
const waits = "Wait WaitN WaitMaxDuration Take Accept Pause"

// paced lists the places outside function literals where n, in scope, waits for a rate limiter that is not scope's own.
//
//	c.limiter.Wait(ctx)   p.apiRateLimiter.Take()   <-throttle   c.pause(ctx)
func (m *model) paced(n, scope ast.Node) (out []ast.Node) {
	m.syn.Flat(n, syntax.Receives|syntax.Calls, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			t := m.syn.Target(n)
			if m.about(t).Paces || t.Fn != nil && t.Recv != nil && hasName(waits, t.Fn.Name()) && isLimiter(m.info.TypeOf(t.Recv)) {
				out = append(out, n)
			}
		case *ast.UnaryExpr: // a ticker that all goroutines share
			if n.Op != token.ARROW || !syntax.Is(elem(m.info.TypeOf(n.X)), "time", "Time") {
				return
			}
			x := unparen(n.X)
			if sel, ok := x.(*ast.SelectorExpr); ok && syntax.Is(m.info.TypeOf(sel.X), "time", "Timer") {
				return // it goes off once, for whoever made it
			}
			if sel, ok := x.(*ast.SelectorExpr); ok && syntax.Is(m.info.TypeOf(sel.X), "time", "Ticker") {
				x = sel.X
			}
			if v := m.syn.VarOf(x); v != nil && (v.IsField() || v.Pos() < scope.Pos() || v.Pos() > scope.End()) {
				out = append(out, n)
			}
		}
	})
	return out
}

func isLimiter(t types.Type) bool {
	n := syntax.NameOf(t)
	if n == nil {
		return false
	}
	if n.Pkg() != nil && n.Pkg().Path() == "github.com/juju/ratelimit" {
		return true
	}
	return syntax.HasWord(n.Name(), "limiter", "ratelimiter", "ratelimit", "throttle", "throttler", "pacer")
}

// pacedBefore: the loop waits for a rate limiter before each start.
func (m *model) pacedBefore(s *start) bool {
	loops := m.loops(s.node, s.in)
	if len(loops) == 0 || loops[0].node == nil {
		return false
	}
	return m.leadsTo(m.paced(bodyOf(loops[0].node), loops[0].node), s.node)
}

func bodyOf(loop ast.Node) ast.Node {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		return loop.Body
	case *ast.ForStmt:
		return loop.Body
	}
	return loop
}

// rated: f makes downstream calls, and each goes through a rate limiter first, here or in the function that it calls.
func (m *model) rated(f *syntax.Func) bool {
	calls := m.reached(f)
	if len(calls) == 0 {
		return false
	}
	turns := m.paced(f.Body, f.Node)
	for _, c := range calls {
		if !m.leadsTo(turns, c.Expr) && !m.ratedCall(c) {
			return false
		}
	}
	return true
}

func (m *model) ratedCall(c *downstream.Call) bool {
	if c.Sink != nil {
		return false
	}
	if !syntax.IsInterface(c.Fn) {
		return m.about(c.Target).Rate
	}
	known := false
	for _, impl := range m.impls[m.down.MethodKey(c)] {
		f := m.bodies[impl.Origin()]
		if f == nil || len(m.reached(f)) == 0 {
			continue // a double that calls nothing
		}
		if !m.does[f].Rate {
			return false
		}
		known = true
	}
	return known
}

// leadsTo: one of the nodes stands before to, and not in a branch that leaves before it.
func (m *model) leadsTo(nodes []ast.Node, to ast.Node) bool {
	for _, n := range nodes {
		if n.Pos() < to.Pos() && m.flows(n, to) {
			return true
		}
	}
	return false
}

func (m *model) flows(from, to ast.Node) bool {
	for p := m.syn.Parent(from); p != nil; p = m.syn.Parent(p) {
		if p.Pos() <= to.Pos() && to.End() <= p.End() {
			return true
		}
		list := syntax.List(p)
		if len(list) > 0 && syntax.Leaves(&ast.BlockStmt{List: list}) {
			return false
		}
	}
	return false
}

// paces: f waits for a rate limiter on behalf of its callers, and runs nothing of theirs.
func (m *model) paces(f *syntax.Func) bool {
	if f.Obj == nil || len(m.reached(f)) > 0 || len(m.paced(f.Body, f.Node)) == 0 {
		return false
	}
	runs := false
	m.syn.Flat(f.Body, syntax.Calls, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			runs = runs || m.param(f, m.syn.VarOf(call.Fun)) >= 0
		}
	})
	return !runs
}
