package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// builder makes the plan of one function, the literals that it runs included.
type builder struct {
	*model
	f      *syntax.Func
	limits []limit        // the deadlines that the statements before made, innermost last
	inside []*syntax.Func // literals that are being built, against circles
	defers []Node
	ended  []*types.Var                // what is waited for by a defer
	waited map[*types.Var]bool         // what is waited for anywhere in the declaration; nil: not looked yet
	relay  map[*types.Var][]*types.Var // a channel that tells of the end of others: go func() { wg.Wait(); close(done) }()
	shown  bool                        // it is for people
}

// limit is a deadline that a statement makes.
type limit struct {
	call   *ast.CallExpr
	cancel *types.Var
}

// part is what a statement comes to: nodes in order, and goroutines that it started and nobody has waited for yet.
type part struct {
	nodes []Node
	tasks []task
}

// task is a goroutine.
type task struct {
	node Node
	from int          // of the nodes, the first that runs beside it
	keys []*types.Var // the group, WaitGroup or channel that tells of its end
	in   *types.Var   // the group whose limit holds for it
}

func (b *builder) function(f *syntax.Func) (Node, bool) {
	b.inside = append(b.inside, f)
	defer func() { b.inside = b.inside[:len(b.inside)-1] }()
	defers, ended := b.defers, b.ended
	b.defers, b.ended = nil, nil
	p := b.list(f.Body.List)
	for _, key := range b.ended {
		b.end(&p, key)
	}
	slices.SortStableFunc(p.tasks, func(x, y task) int { return x.from - y.from })
	for _, t := range slices.Backward(p.tasks) { // that somebody else waits for, perhaps
		if n, ok := async(t.node); ok {
			p.nodes = slices.Insert(p.nodes, t.from, n)
		}
	}
	nodes := append(p.nodes, b.defers...)
	b.defers, b.ended = defers, ended
	return seq(nodes)
}

func async(n Node) (Node, bool) { return around(Node{Kind: Async, At: n.At}, []Node{n}) }

// start puts a goroutine where it is started: one that nobody waits for as it is.
func (b *builder) start(p *part, t task) {
	if !slices.ContainsFunc(t.keys, b.isWaited) {
		p.node(async(t.node))
		return
	}
	t.from = len(p.nodes)
	p.tasks = append(p.tasks, t)
}

func (b *builder) isWaited(key *types.Var) bool {
	if b.waited == nil {
		b.waited = map[*types.Var]bool{}
		for _, key := range b.waitsBelow(b.f.Root().Node, false) {
			b.waited[key] = true
		}
	}
	return b.waited[key]
}

// add appends what a later statement comes to.
func (p *part) add(q part) {
	at := len(p.nodes)
	for _, t := range q.tasks {
		t.from += at
		p.tasks = append(p.tasks, t)
	}
	p.nodes = append(p.nodes, q.nodes...)
}

func (p *part) node(n Node, ok bool) {
	if ok {
		p.nodes = append(p.nodes, n)
	}
}

// join waits for the tasks that tell of their end by key. Each runs beside what was done since it began, so what began
// later lies inside of what began before:
//
//	wg.Go(a); x(); wg.Go(b); y(); wg.Wait()     // par(a, seq(x, par(b, y)))
func (p *part) join(key *types.Var, limit Count) {
	var ended []task
	p.tasks = slices.DeleteFunc(p.tasks, func(t task) bool {
		if slices.Contains(t.keys, key) {
			ended = append(ended, t)
			return true
		}
		return false
	})
	for len(ended) > 0 {
		from := 0
		for _, t := range ended {
			from = max(from, t.from)
		}
		var kids []Node
		ended = slices.DeleteFunc(ended, func(t task) bool {
			if t.from == from {
				kids = append(kids, t.node)
			}
			return t.from == from
		})
		if beside, ok := seq(slices.Clone(p.nodes[from:])); ok {
			kids = append(kids, beside)
		}
		p.nodes = p.nodes[:from]
		for i := range p.tasks {
			p.tasks[i].from = min(p.tasks[i].from, from)
		}
		if len(kids) == 1 {
			p.nodes = append(p.nodes, kids[0])
		} else {
			p.nodes = append(p.nodes, Node{Kind: Par, At: kids[0].At, Kids: kids, N: limit})
		}
	}
}

// list builds the statements of a block. A statement that makes a deadline puts what follows under it.
func (b *builder) list(stmts []ast.Stmt) (p part) {
	for i, s := range stmts {
		if l, ok := b.limitOf(s); ok {
			p.add(b.stmt(s))
			end := b.cancelled(stmts[i+1:], l.cancel)
			b.limits = append(b.limits, l)
			q := b.list(stmts[i+1 : i+1+end])
			b.limits = b.limits[:len(b.limits)-1]
			n := Node{Kind: Bounded, At: b.at(l.call), Time: b.deadlineOf(l.call), node: l.call}
			b.close(&p, n, b.levels(l.call.Args[0]), q)
			p.add(b.list(stmts[i+1+end:]))
			return p
		}
		if is, ok := s.(*ast.IfStmt); ok && is.Else == nil && syntax.Leaves(is.Body) {
			// A branch that leaves is what happens instead of the rest.
			p.add(b.optional(is.Init))
			p.add(b.expr(is.Cond))
			b.joins(&p, is.Init) // what the branch waits for, the rest does not
			b.joins(&p, is.Cond)
			out := b.list(is.Body.List)
			c := b.condition(is)
			switch {
			case len(out.nodes) > 0:
				p.add(b.alternatives(is, branch{c.text, c.at, true, "", out}, branch{c.not, "", false, b.unless(is, c), b.list(stmts[i+1:])}))
				return p
			case b.shown && b.skips(is):
				p.add(b.under(branch{cond: c.miss, at: c.at, part: b.list(stmts[i+1:])}))
				return p
			}
			continue
		}
		p.add(b.stmt(s))
		b.joins(&p, s)
	}
	return p
}

// joins ends the tasks for which s waits.
func (b *builder) joins(p *part, s ast.Node) {
	if len(p.tasks) == 0 || s == nil {
		return
	}
	for _, key := range b.waits(s) {
		b.end(p, key)
	}
}

func (b *builder) end(p *part, key *types.Var) {
	p.join(key, b.groupLimit(key))
	for _, k := range b.relay[key] {
		p.join(k, b.groupLimit(k))
	}
}

// close puts q into n, which does not hear the innermost levels deadlines around; goroutines of q that nobody waited
// for yet go on outside.
func (b *builder) close(p *part, n Node, levels int, q part) {
	for i := range q.tasks {
		if t, ok := around(n, []Node{q.tasks[i].node}); ok {
			q.tasks[i].node = b.free(t, levels)
		}
		q.tasks[i].from = 0
	}
	nodes := q.nodes
	q.nodes = nil
	if inner, ok := around(n, nodes); ok {
		q.nodes = []Node{b.free(inner, levels)}
	}
	p.add(q)
}

// cancelled is the number of statements up to a call of cancel that is not deferred.
func (b *builder) cancelled(stmts []ast.Stmt, cancel *types.Var) int {
	for i, s := range stmts {
		if x, ok := s.(*ast.ExprStmt); ok && cancel != nil {
			if call, ok := x.X.(*ast.CallExpr); ok && b.VarOf(call.Fun) == cancel {
				return i + 1
			}
		}
	}
	return len(stmts)
}

func (b *builder) optional(s ast.Stmt) part {
	if s == nil {
		return part{}
	}
	return b.stmt(s)
}

func (b *builder) stmt(s ast.Stmt) (p part) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return b.list(s.List)
	case *ast.LabeledStmt:
		return b.stmt(s.Stmt)
	case *ast.IfStmt:
		p.add(b.optional(s.Init))
		p.add(b.expr(s.Cond))
		c := b.condition(s)
		then := branch{cond: c.text, at: c.at, part: b.list(s.Body.List)}
		otherwise := branch{c.not, c.at, false, c.miss, b.optional(s.Else)}
		if len(then.nodes)+len(then.tasks) == 0 {
			otherwise.cond = c.miss
		}
		p.add(b.alternatives(s, then, otherwise))
	case *ast.SwitchStmt:
		p.add(b.optional(s.Init))
		p.add(b.expr(s.Tag))
		p.add(b.clauses(s, s.Body, b.of(s)))
	case *ast.TypeSwitchStmt:
		p.add(b.optional(s.Init))
		p.add(b.stmt(s.Assign))
		p.add(b.clauses(s, s.Body, typeOf(s)))
	case *ast.SelectStmt:
		p.add(b.answers(s))
		p.node(b.pause(s))
		p.add(b.clauses(s, s.Body, ""))
	case *ast.ForStmt:
		p.add(b.optional(s.Init))
		body := b.expr(s.Cond)
		body.add(b.list(s.Body.List))
		body.add(b.optional(s.Post))
		p.add(b.loop(s, body))
	case *ast.RangeStmt:
		p.add(b.expr(s.X))
		p.add(b.loop(s, b.list(s.Body.List)))
	case *ast.GoStmt:
		p.add(b.goes(s))
	case *ast.DeferStmt:
		b.ended = append(b.ended, b.waits(s.Call)...)
		if !b.undoes(s.Call) {
			b.defers = append(b.defers, b.expr(s.Call).nodes...)
		}
	case nil:
	default:
		p.add(b.expr(s))
	}
	return p
}

func isChan(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// loop repeats a body: as a retry, once per item, or, for what it starts, all at once.
func (b *builder) loop(s ast.Stmt, body part) (p part) {
	trip := b.bound.Trip(s)
	n := count(trip)
	for _, t := range body.tasks {
		each := Node{Kind: Each, At: b.at(s), N: n, Limit: b.groupLimit(t.in)}
		if node, ok := around(each, []Node{t.node}); ok {
			t.node, t.from = node, 0
			p.tasks = append(p.tasks, t)
		}
	}
	body.nodes = slices.DeleteFunc(body.nodes, func(k Node) bool { // all at once, and nobody waits
		one, ok := started(k)
		if ok {
			each := Node{Kind: Each, At: b.at(s), N: n, Kids: []Node{one}}
			p.nodes = append(p.nodes, Node{Kind: Async, At: one.At, Kids: []Node{each}})
		}
		return ok
	})
	if r := b.retries[s]; r != nil && !r.Poll {
		p.node(b.retry(r, body.nodes))
		return p
	}
	if trip.Kind == bound.Constant && trip.N == 1 {
		p.nodes = append(p.nodes, body.nodes...)
		return p
	}
	l := Node{Kind: Loop, At: b.at(s), N: n}
	if b.loops[s] {
		l.Wave = 1
	}
	p.node(around(l, body.nodes))
	return p
}

// started is what n, perhaps under a condition, only starts.
func started(n Node) (Node, bool) {
	switch n.Kind {
	case Async:
		return n.Kids[0], true
	case If:
		k, ok := started(n.Kids[0])
		n.Kids = []Node{k}
		return n, ok
	}
	return n, false
}

func count(t bound.Trip) Count {
	switch t.Kind {
	case bound.Constant:
		return Count{N: int(t.N)}
	case bound.Bounded:
		return Count{Sym: t.Why}
	case bound.Endless, bound.Accept, bound.Ticker:
		return Count{Sym: "∞"}
	}
	return Count{Sym: t.Of}
}

// waits lists the groups and channels whose end a statement waits for.
func (b *builder) waits(s ast.Node) []*types.Var { return b.waitsBelow(s, true) }

// waitsBelow is waits, with what goroutines, defers and literals in it wait for unless it is only about the statement.
func (b *builder) waitsBelow(s ast.Node, only bool) (keys []*types.Var) {
	add := func(e ast.Expr) {
		if v := b.VarOf(e); v != nil {
			keys = append(keys, v)
		}
	}
	b.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return !only
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Wait" || sel.Sel.Name == "WaitAndRecover" || sel.Sel.Name == "Await") {
				add(sel.X)
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				add(n.X)
			}
		case *ast.RangeStmt:
			if isChan(b.Info.TypeOf(n.X)) {
				add(n.X)
			}
		}
		return true
	})
	return keys
}

// groupLimit is what g.SetLimit says in this declaration.
func (b *builder) groupLimit(g *types.Var) (c Count) {
	if g == nil {
		return c
	}
	b.Walk(b.f.Root().Node, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && (sel.Sel.Name == "SetLimit" || sel.Sel.Name == "WithMaxGoroutines") && len(call.Args) == 1 && b.VarOf(sel.X) == g {
			c = b.number(call.Args[0], 0)
		}
		return true
	})
	return c
}
