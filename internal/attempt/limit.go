package attempt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// cap tells what bounds the attempts: a number, if it is constant, whether anything does, and which parameter holds it.
func (m *model) cap(f *syntax.Func, l *loop, exits bool) (most int, capped bool, param int) {
	if l.ranged != nil {
		if n, ok := m.number(l.ranged.X); ok {
			return n, true, 0
		}
		return 0, true, m.paramOf(f, l.ranged.X)
	}
	if l.cond != nil {
		for _, b := range conjuncts(l.cond) {
			if !m.isCap(l, b) {
				continue
			}
			n, p := m.bound(f, l, b)
			return n, true, p
		}
		if m.isCap(l, l.cond) {
			return 0, true, 0
		}
	}
	if !exits {
		return 0, m.stops(l), 0
	}
	for _, s := range l.body {
		for n := range ast.Preorder(s) {
			is, ok := n.(*ast.IfStmt)
			if !ok || !syntax.Leaves(is.Body) {
				continue
			}
			for _, b := range conjuncts(is.Cond) {
				if m.isCap(l, b) {
					n, p := m.bound(f, l, b)
					return n, true, p
				}
			}
		}
	}
	return 0, true, 0
}

// stops: an if in the loop looks at the clock, or leaves because of a flag that the loop sets, or because something that
// is named for it keeps count.
//
//	if retried { return err }; retried = true
//	if ok := c.shouldRetry(); !ok { return err }
func (m *model) stops(l *loop) bool {
	for _, s := range l.body {
		for n := range ast.Preorder(s) {
			is, ok := n.(*ast.IfStmt)
			if !ok {
				continue
			}
			if m.anyCall(is.Cond, m.clock) || syntax.Leaves(is.Body) && (m.anyCall(is.Cond, m.keepsCount) || is.Init != nil && m.anyCall(is.Init, m.keepsCount)) {
				return true
			}
			v := m.syn.VarOf(is.Cond)
			if v == nil || v.IsField() || !syntax.Leaves(is.Body) {
				continue
			}
			for _, d := range m.syn.All(v) {
				if l.holds(d.Node) && d.Rhs != nil && m.info.Types[d.Rhs].Value != nil {
					return true
				}
			}
		}
	}
	return false
}

// keepsCount: what is called says whether there is to be another attempt, and is asked about no error, so it counts.
func (m *model) keepsCount(call *ast.CallExpr) bool {
	fn := m.syn.Target(call).Fn
	if fn == nil || !syntax.HasWord(fn.Name(), "retry", "attempt", "attempts", "again", "retries") {
		return false
	}
	t := fn.Signature().Results()
	return t.Len() == 1 && types.Identical(t.At(0).Type().Underlying(), types.Typ[types.Bool]) &&
		!slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return syntax.IsError(m.info.TypeOf(a)) })
}

func conjuncts(e ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.LAND {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []ast.Expr{ast.Unparen(e)}
}

// bound reads i < 3, i <= n, attempt >= max.
func (m *model) bound(f *syntax.Func, l *loop, e ast.Expr) (most, param int) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return 0, 0
	}
	v, limit := m.syn.VarOf(b.X), b.Y
	if v == nil || !m.counter(l, v) {
		return 0, 0
	}
	n, ok := m.settled(limit, 0)
	if !ok {
		return 0, m.paramOf(f, limit)
	}
	first := 0
	for _, d := range m.syn.All(v) {
		if k, ok := m.number(rhs(d)); ok && (d.Node == l.init || !l.holds(d.Node)) {
			first = k
		}
	}
	switch b.Op {
	case token.LSS, token.NEQ:
		return n - first, 0
	case token.LEQ:
		return n - first + 1, 0
	case token.GEQ, token.EQL, token.GTR:
		return n, 0 // where it stands in the round decides about one more or less
	}
	return 0, 0
}

// settled evaluates a number of attempts: a constant, a field that other packages cannot set and that this one sets once,
// or a sum of them: retries + 1.
func (m *model) settled(e ast.Expr, depth int) (int, bool) {
	if n, ok := m.number(e); ok || depth > 4 {
		return n, ok
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		x, known := m.settled(e.X, depth+1)
		y, also := m.settled(e.Y, depth+1)
		switch {
		case known && also && e.Op == token.ADD:
			return x + y, true
		case known && also && e.Op == token.SUB:
			return x - y, true
		}
	case *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil || !v.IsField() || v.Exported() || len(m.syn.AddressTaken(v)) > 0 {
			return 0, false
		}
		if defs := m.syn.All(v); len(defs) == 1 && defs[0].Kind == syntax.Assigned && defs[0].Arity == 1 {
			return m.settled(defs[0].Rhs, depth+1)
		}
	}
	return 0, false
}

// paramOf is the parameter of f that e names, + 1; 0 if it is none.
func (m *model) paramOf(f *syntax.Func, e ast.Expr) int {
	if conv, ok := e.(*ast.CallExpr); ok && len(conv.Args) == 1 && m.info.Types[conv.Fun].IsType() {
		e = conv.Args[0]
	}
	v := m.syn.VarOf(e)
	out := 0
	f.Params(func(i int, p *types.Var) bool {
		if i >= 0 && p == v && v != nil {
			out = i + 1
		}
		return true
	})
	return out
}
