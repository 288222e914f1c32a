package callplan

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// expr builds the calls below a node in the order in which they are made: operands before the call that takes them.
func (b *builder) expr(n ast.Node) (p part) {
	switch n := n.(type) {
	case nil:
		return p
	case *ast.CallExpr:
		return b.call(n)
	case *ast.FuncLit:
		return p // runs when somebody calls it
	}
	if b.shown {
		return b.shownExpr(n)
	}
	b.Walk(n, syntax.Calls|syntax.Literals, func(c ast.Node) bool {
		if call, ok := c.(*ast.CallExpr); ok {
			p.add(b.call(call))
		}
		return false
	})
	return p
}

func (b *builder) call(call *ast.CallExpr) (p part) {
	if g, ok := b.guarded(call); ok { // a call through the runtime
		for _, a := range call.Args {
			p.add(b.expr(a))
		}
		p.add(g)
		return p
	}
	p.add(b.expr(call.Fun))
	for _, a := range call.Args {
		p.add(b.expr(a))
	}
	if b.pauses(call) {
		p.node(b.free(Node{Kind: Wait, At: b.at(call), Time: b.span(call.Args[0], 0).in(b.f)}, -1), true)
		return p
	}
	if r := b.retries[call]; r != nil && !r.Poll {
		p.add(b.library(r, call))
		return p
	}
	if n, waits := b.together(call); waits {
		p.node(n, n.Kind != 0)
		return p
	}
	if runs := b.bound.Runs(call); len(runs) > 0 && b.calls[call] == nil || b.startsOnly(runs) {
		for _, r := range runs {
			p.add(b.run(call, r))
		}
		return p
	}
	t := b.Target(call)
	if t.Func != nil && t.Func.Outer != nil {
		if n, ok := b.literal(t.Func); ok {
			p.add(part{nodes: []Node{n}})
		}
		return p
	}
	if b.shown {
		p.add(b.shownCall(call, t))
		return p
	}
	if c := b.calls[call]; c != nil {
		p.node(b.leaf(c))
	} else if t.Func != nil || t.Fn != nil {
		// A function that reaches nothing may still run what it is given.
		p.add(b.given(call))
	}
	return p
}

func (b *builder) startsOnly(runs []bound.Run) bool {
	return slices.ContainsFunc(runs, func(r bound.Run) bool { return r.Group != nil || r.Items != nil })
}

// literal builds the body of a literal where it runs.
func (b *builder) literal(f *syntax.Func) (Node, bool) {
	if slices.Contains(b.inside, f) || f.Body == nil || f.Broken {
		return Node{}, false
	}
	return b.function(f)
}

// given builds the literals among the arguments of a call: most functions that take one run it, once.
func (b *builder) given(call *ast.CallExpr) (p part) {
	t := b.Target(call)
	for i, a := range call.Args {
		lit, ok := ast.Unparen(a).(*ast.FuncLit)
		if !ok || keeps(t.Fn) {
			continue
		}
		body, ok := b.literal(b.FuncOf(lit))
		if limit := b.limitAround(t.Func, i); ok && limit != (Span{}) {
			if limit.From.Index > 0 {
				why := limit.Why
				limit = (&binding{b.model, b.f, t, call}).span(limit.From)
				limit.Why = why
			}
			body = Node{Kind: Bounded, At: b.at(call), Time: limit, Kids: []Node{body}, node: call}
		}
		p.node(body, ok)
	}
	return p
}

// limitAround is the deadline under which a function of this package calls its i-th parameter; a span of nothing where it
// makes none.
//
//	func within(ctx context.Context, d time.Duration, f func(context.Context) error) error {
//		ctx, cancel := context.WithTimeout(ctx, d)
//		defer cancel()
//		return f(ctx)
//	}
func (b *builder) limitAround(f *syntax.Func, i int) Span {
	if f == nil || f.Outer != nil || f.Sig == nil || i >= f.Sig.Params().Len() {
		return Span{}
	}
	param := f.Sig.Params().At(i)
	var run *ast.CallExpr
	b.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if call := n.(*ast.CallExpr); run == nil && b.VarOf(call.Fun) == param && len(call.Args) > 0 {
			run = call
		}
		return run == nil
	})
	if run == nil {
		return Span{}
	}
	inner := &builder{model: b.model, f: f}
	heard := map[*ast.CallExpr]bool{}
	inner.chain(run.Args[0], heard, 0)
	var least Span
	for made := range heard { // in any order: the shortest counts
		if s := inner.deadlineOf(made); least == (Span{}) || s.D > 0 && s.D < least.D {
			least = s
		}
	}
	if len(heard) > 1 && least.D == 0 {
		return Span{}
	}
	return least
}

// keeps: the function only stores what it is given, for later.
func keeps(fn *types.Func) bool {
	return fn != nil && (syntax.HasWord(fn.Name(), "handle", "handler", "register", "on", "use", "with", "cleanup", "add") ||
		syntax.IsFunc(fn, "time", "AfterFunc") || fn.Name() == "HandlerFunc")
}

// run builds a function that a call is given and runs: in a goroutine, or once per item.
func (b *builder) run(call *ast.CallExpr, r bound.Run) (p part) {
	body, ok := b.value(r.Fn)
	if !ok {
		return p
	}
	each := Node{Kind: Each, At: b.at(call)}
	if r.Items != nil {
		each.N = count(b.bound.Size(r.Items))
	}
	switch {
	case r.Serial && r.Items == nil:
		p.node(body, true)
	case r.Serial:
		each.Kind = Loop
		p.node(around(each, []Node{body}))
	case r.Items != nil:
		p.node(around(each, []Node{body}))
	default:
		t := task{node: body}
		if g := b.VarOf(r.Group); r.Group != nil && g != nil {
			t.keys, t.in = []*types.Var{g}, g
		} else if lit, ok := ast.Unparen(r.Fn).(*ast.FuncLit); ok {
			t.keys = b.signals(lit)
		}
		b.start(&p, t)
	}
	return p
}

// value builds what a function value does when it is called.
func (b *builder) value(e ast.Expr) (Node, bool) {
	t := b.FuncValue(e)
	switch {
	case t.Func != nil && t.Func.Outer != nil:
		return b.literal(t.Func)
	case t.Func == nil && t.Fn == nil:
		return b.hole(e)
	case b.shown:
		return b.soft(e, t)
	}
	return b.ref(b.at(e), t.Fn, b.down.Reaches(t))
}

// ref is a reference to a function that is called by its value.
func (b *builder) ref(at string, fn *types.Func, reach []downstream.Reach) (Node, bool) {
	if fn == nil || len(reach) == 0 {
		return Node{}, false
	}
	b.remember(fn)
	return Node{Kind: Ref, At: at, What: syntax.Spell(fn), Key: downstream.Key(fn), Abstract: syntax.IsInterface(fn),
		Protocol: string(reach[0].Protocol), Write: writes(reach)}, true
}

// goes builds a go statement.
func (b *builder) goes(s *ast.GoStmt) (p part) {
	for _, a := range s.Call.Args {
		p.add(b.expr(a))
	}
	t := task{}
	ok := false
	if lit, is := ast.Unparen(s.Call.Fun).(*ast.FuncLit); is {
		t.keys = b.signals(lit)
		t.node, ok = b.literal(b.FuncOf(lit))
		if ends := b.waitsBelow(lit.Body, false); !ok && len(ends) > 0 {
			for _, key := range t.keys {
				b.relays(key, ends)
			}
		}
	} else {
		for _, a := range s.Call.Args {
			if v := b.VarOf(a); v != nil && (isChan(v.Type()) || syntax.Is(v.Type(), "sync", "WaitGroup")) {
				t.keys = append(t.keys, v)
			}
			if u, is := ast.Unparen(a).(*ast.UnaryExpr); is {
				if v := b.VarOf(u.X); v != nil && syntax.Is(v.Type(), "sync", "WaitGroup") {
					t.keys = append(t.keys, v)
				}
			}
		}
		q := b.call(s.Call)
		t.node, ok = seq(q.nodes)
		p.tasks = append(p.tasks, q.tasks...)
	}
	if ok {
		b.start(&p, t)
	}
	return p
}

func (b *builder) relays(key *types.Var, ends []*types.Var) {
	if b.relay == nil {
		b.relay = map[*types.Var][]*types.Var{}
	}
	b.relay[key] = append(b.relay[key], ends...)
}

// signals are the WaitGroups and channels by which a goroutine tells of its end.
func (b *builder) signals(lit *ast.FuncLit) (keys []*types.Var) {
	add := func(e ast.Expr) {
		if v := b.VarOf(e); v != nil {
			keys = append(keys, v)
		}
	}
	b.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			add(n.Chan)
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" && len(n.Args) == 0 {
				add(sel.X)
			}
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "close" && len(n.Args) == 1 {
				add(n.Args[0])
			}
		}
		return true
	})
	return keys
}

// leaf is the node of a call that leaves the process, or of one to a function that does.
func (b *builder) leaf(c *downstream.Call) (Node, bool) {
	n := Node{Kind: Call, At: b.at(c.Expr), What: c.Name(), Likely: b.likely[c.Expr], node: c.Expr}
	if c.Sink != nil && !b.looksInto(c) {
		if c.Sink.Request {
			return Node{}, false
		}
		n.Protocol = string(c.Sink.Protocol)
		n.Write = writes(c.Effects())
		n.Time = b.own(c)
	} else if !n.Likely {
		n.Kind, n.Key, n.Abstract = Ref, downstream.Key(c.Fn), syntax.IsInterface(c.Fn)
		n.binding = &binding{b.model, b.f, c.Target, c.Expr}
		b.remember(c.Fn)
		reach := c.Reach
		if c.Sink != nil {
			reach = b.down.Reaches(c.Target)
		}
		n.Protocol, n.Write = string(reach[0].Protocol), writes(reach)
	}
	n = b.named(n, c)
	n.Wave, n.Ignored = b.waves[c.Expr], b.ignores(c.Expr)
	if tries := b.attempts.Attempts(c); tries.N > 1 && tries.Set && n.Kind == Call && n.Time.D > 0 {
		n = Node{Kind: Retry, At: n.At, N: Count{N: tries.N}, Kids: []Node{n}, node: c.Expr}
	}
	return b.free(n, b.deaf(c)), true
}

// looksInto: a directive names the function, of another package, whose own plan is known: that says more to people, and
// to rules where the directive gives no time.
func (b *builder) looksInto(c *downstream.Call) bool {
	if !c.Opened || c.Func != nil || len(b.down.Reaches(c.Target)) == 0 {
		return false
	}
	d, _ := b.dirs.Named(c.Fn)
	return b.shown || d.Timeout == 0
}

// writes: nothing of it is known to be only a read.
func writes(rs []downstream.Reach) bool {
	return slices.ContainsFunc(rs, func(r downstream.Reach) bool { return r.Effect == catalog.Write })
}

func (b *builder) free(n Node, levels int) Node {
	if levels == 0 {
		return n
	}
	return Node{Kind: Free, At: n.At, Levels: levels, Kids: []Node{n}}
}

// retry repeats nodes as a loop does.
func (b *builder) retry(r *attempt.Retry, nodes []Node) (Node, bool) {
	n := Node{Kind: Retry, At: b.at(r.Node), N: Count{N: r.Max}, node: r.Node}
	if r.Max == 0 {
		n.N.Sym = "attempts"
	}
	for _, w := range r.Waits {
		if w.Delay != nil && n.Time == (Span{}) {
			n.Time = b.span(w.Delay, 0).in(b.f)
		}
	}
	// Pauses are the retry's own: they stand between attempts, not after the last.
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(k Node) bool {
		return k.Kind == Wait || k.Kind == Free && k.Kids[0].Kind == Wait
	})
	return around(n, nodes)
}

// library is a retry by a library, or by a function of the module that is given what it repeats.
func (b *builder) library(r *attempt.Retry, call *ast.CallExpr) (p part) {
	var body []Node
	if r.Body != nil {
		if r.Body.Outer != nil {
			if n, ok := b.literal(r.Body); ok {
				body = []Node{n}
			}
		} else if n, ok := b.ref(b.at(call), r.Body.Obj, b.down.Of(r.Body)); ok {
			body = []Node{n}
		}
	}
	if c := b.calls[call]; b.shown && c != nil && c.Sink != nil { // a transaction: what begins and ends it asks the server, too
		if n, ok := b.leaf(c); ok {
			body = append(body, n)
		}
	}
	p.node(b.retry(r, body))
	return p
}

// pauses: time.Sleep(d).
func (b *builder) pauses(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && syntax.IsFunc(b.Target(call).Fn, "time", "Sleep")
}
