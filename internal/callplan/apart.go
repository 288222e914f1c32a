package callplan

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// KeepsTime reports whether one of two calls, of which the second is made where the first failed, has a limit that the
// other has not: a deadline of its own in the context it is given, in the function it calls, or in its client. It is true
// where that cannot be told.
func (r *Result) KeepsTime(first, second *downstream.Call) bool {
	if r.m == nil || r.OwnDeadline(first) || r.OwnDeadline(second) || r.inside(first) || r.inside(second) {
		return true
	}
	if !r.sameContext(first, second) {
		a, known := r.Deadlines(first)
		b, too := r.Deadlines(second)
		if !known || !too || !slices.Equal(a, b) {
			return true
		}
	}
	a, b := r.limit(first), r.limit(second)
	if b.D > 0 && (a.D != b.D || a.Sym != "") || a.Sym != b.Sym && b.Sym != "" {
		return true
	}
	return r.m.apart(first, second, b)
}

// KeepsTimeIn is the same for a call in a function that is run where another one failed: it is about deadlines that are
// made in that function.
func (r *Result) KeepsTimeIn(f *syntax.Func, c *downstream.Call) bool {
	if r.m == nil || r.OwnDeadline(c) || r.inside(c) {
		return true
	}
	if l := r.limit(c); l.D > 0 && l.D <= time.Second {
		return true
	}
	made, _ := r.Deadlines(c)
	return slices.ContainsFunc(made, func(call *ast.CallExpr) bool { return within(call, f.Body) }) || r.ownContext(f.Body, c)
}

// KeepsTimeInLoop is the same for a call that each round of a loop makes; with byClient a client that may have a limit of
// its own is enough.
func (r *Result) KeepsTimeInLoop(body ast.Node, c *downstream.Call, byClient bool) bool {
	if r.m == nil || r.OwnDeadline(c) || r.inside(c) || byClient && r.maybeLimited(c) {
		return true
	}
	made, _ := r.Deadlines(c)
	return slices.ContainsFunc(made, func(call *ast.CallExpr) bool { return within(call, body) }) || r.ownContext(body, c)
}

// maybeLimited: not all of the clients below the call are known to wait for ever.
func (r *Result) maybeLimited(c *downstream.Call) bool {
	if r.limit(c) != (Span{}) {
		return true
	}
	return slices.ContainsFunc(r.m.dead.Needs(c), func(n deadline.Need) bool {
		return n.Sink.Limit != catalog.LimitNone && n.Client.State != deadline.Unlimited
	})
}

func within(n, body ast.Node) bool { return body.Pos() <= n.Pos() && n.End() <= body.End() }

// inside: a declared call, whose function bounds itself all the same.
func (r *Result) inside(c *downstream.Call) bool {
	f := r.m.Decl(c.Fn)
	if c.Sink == nil || f == nil {
		return false
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	n := r.m.expand(f)
	return n != nil && len(outermost(n)) > 0
}

// ownContext: the context that the call is given is made in that body, by something that may bound it.
func (r *Result) ownContext(body ast.Node, c *downstream.Call) bool {
	b := &builder{model: r.m, f: c.In}
	e := b.contextOf(c)
	if e == nil {
		return false
	}
	for depth := 0; depth < maxDepth; depth++ {
		v := r.m.VarOf(e)
		if v == nil || v.IsField() {
			break
		}
		defs := r.m.Reach(v, e)
		if len(defs) != 1 || defs[0].Rhs == nil || !within(defs[0].Node, body) {
			return len(defs) > 1
		}
		e = defs[0].Rhs
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := r.m.Target(call).Fn
	return fn == nil || fn.Name() != "Context" && len(call.Args) > 0 && b.chain(call, map[*ast.CallExpr]bool{}, 0) == somewhere && syntax.IsContext(resultOf(fn))
}

func resultOf(fn *types.Func) types.Type {
	if res := fn.Signature().Results(); res.Len() > 0 {
		return res.At(0).Type()
	}
	return nil
}

// sameContext: both are given the same variable, or spell the same field, and nothing has been assigned to it between.
func (r *Result) sameContext(first, second *downstream.Call) bool {
	a := (&builder{model: r.m, f: first.In}).contextOf(first)
	b := (&builder{model: r.m, f: second.In}).contextOf(second)
	if a == nil || b == nil {
		return a == nil && b == nil && first.Fn == second.Fn
	}
	v := r.m.VarOf(a)
	if v == nil {
		return types.ExprString(a) == types.ExprString(b) && !strings.Contains(types.ExprString(a), "With")
	}
	return v == r.m.VarOf(b) && types.ExprString(a) == types.ExprString(b) && slices.Equal(r.m.Reach(v, a), r.m.Reach(v, b))
}

// limit is how long the client lets the slowest call below c take: D where all are known, Sym where one of them is limited
// by something that is not, and neither where one has no limit.
func (r *Result) limit(c *downstream.Call) (s Span) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	b := &builder{model: r.m, f: c.In}
	n, ok := b.leaf(c)
	if !ok {
		return s
	}
	top := &n
	if n.Kind == Free {
		top = &n.Kids[0]
	}
	if top.Kind == Ref {
		if top = r.m.lookup(top); top == nil {
			return s
		}
	}
	open := false
	top.Each(func(k *Node) bool {
		if k.Kind != Call {
			return true
		}
		switch {
		case k.Time.D > 0:
			s.D = max(s.D, k.Time.D)
		case k.Time.Sym != "":
			s.Sym = k.Time.Sym
		default:
			open = true
		}
		return true
	})
	if open {
		return Span{}
	}
	if s.Sym != "" {
		s.D = 0
	}
	return s
}

// apart: the two values that are asked were made with different times: newProvider(bank, 2*time.Second) and
// newProvider(mirror, 300*time.Millisecond). Where the limit is one of the value's own, and not to be seen, it is true.
func (m *model) apart(first, second *downstream.Call, limit Span) bool {
	a, b := m.differing(first, second)
	if a == nil || b == nil {
		return false
	}
	x, y := m.durations(a), m.durations(b)
	if !slices.Equal(x, y) || slices.Contains(x, 0) {
		return true
	}
	return limit.Sym != "" && !strings.HasPrefix(limit.Sym, "timeout of ") && len(x) == 0
}

// differing are the receivers, or the arguments, by which two calls differ.
func (m *model) differing(first, second *downstream.Call) (a, b *types.Var) {
	if first.Recv != nil && second.Recv != nil && types.ExprString(first.Recv) != types.ExprString(second.Recv) {
		return m.VarOf(first.Recv), m.VarOf(second.Recv)
	}
	for i, x := range first.Expr.Args {
		if i < len(second.Expr.Args) && types.ExprString(x) != types.ExprString(second.Expr.Args[i]) && !syntax.IsContext(m.Info.TypeOf(x)) {
			return m.VarOf(x), m.VarOf(second.Expr.Args[i])
		}
	}
	return nil, nil
}

// durations are the times that stand in what a variable is made of, in order; 0 is one that is not known.
func (m *model) durations(v *types.Var) (out []time.Duration) {
	for _, d := range m.All(v) {
		if d.Rhs == nil {
			continue
		}
		rhs := d.Rhs
		if only := m.only(rhs); only != nil {
			rhs = only
		}
		m.Inspect(rhs, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok || !syntax.Is(m.Info.TypeOf(e), "time", "Duration") {
				return true
			}
			if tv := m.Info.Types[e]; tv.IsType() {
				return true
			} else if tv.Value != nil {
				n, _ := constant.Int64Val(constant.ToInt(tv.Value))
				out = append(out, time.Duration(n))
			} else {
				out = append(out, m.span(e, 0).D)
			}
			return false
		})
	}
	slices.Sort(out)
	return out
}
