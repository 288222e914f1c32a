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
	outer := b.defers
	b.defers = nil
	p := b.list(f.Body.List)
	nodes := append(p.nodes, b.defers...)
	b.defers = outer
	for _, t := range p.tasks {
		if n, ok := around(Node{Kind: Async, At: t.node.At}, []Node{t.node}); ok {
			nodes = append(nodes, n)
		}
	}
	return seq(nodes)
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
			if out := b.list(is.Body.List); len(out.nodes) > 0 {
				rest := b.list(stmts[i+1:])
				p.add(alternatives(b.at(is), out, rest))
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
		p.join(key, b.groupLimit(key))
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

func alternatives(at string, ps ...part) (out part) {
	var kids []Node
	for _, p := range ps {
		for _, t := range p.tasks {
			t.from = 0
			out.tasks = append(out.tasks, t)
		}
		if n, ok := seq(p.nodes); ok {
			kids = append(kids, n)
		}
	}
	switch len(kids) {
	case 0:
	case 1:
		out.nodes = kids
	default:
		out.nodes = []Node{{Kind: Alt, At: at, Kids: kids}}
	}
	return out
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
		branches := []part{b.list(s.Body.List)}
		if s.Else != nil {
			branches = append(branches, b.stmt(s.Else))
		}
		p.add(alternatives(b.at(s), branches...))
	case *ast.SwitchStmt:
		p.add(b.optional(s.Init))
		p.add(b.expr(s.Tag))
		p.add(b.clauses(s, s.Body))
	case *ast.TypeSwitchStmt:
		p.add(b.optional(s.Init))
		p.add(b.stmt(s.Assign))
		p.add(b.clauses(s, s.Body))
	case *ast.SelectStmt:
		p.add(b.clauses(s, s.Body))
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
		b.defers = append(b.defers, b.expr(s.Call).nodes...)
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

func (b *builder) clauses(at ast.Node, body *ast.BlockStmt) part {
	var ps []part
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			var p part
			for _, e := range c.List {
				p.add(b.expr(e))
			}
			p.add(b.list(c.Body))
			ps = append(ps, p)
		case *ast.CommClause:
			p := b.optional(c.Comm)
			p.add(b.list(c.Body))
			ps = append(ps, p)
		}
	}
	return alternatives(b.at(at), ps...)
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
	if r := b.retries[s]; r != nil && !r.Poll {
		p.node(b.retry(r, body.nodes))
		return p
	}
	if trip.Kind == bound.Constant && trip.N == 1 {
		p.nodes = body.nodes
		return p
	}
	l := Node{Kind: Loop, At: b.at(s), N: n}
	if b.loops[s] {
		l.Wave = 1
	}
	p.node(around(l, body.nodes))
	return p
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
func (b *builder) waits(s ast.Node) (keys []*types.Var) {
	add := func(e ast.Expr) {
		if v := b.VarOf(e); v != nil {
			keys = append(keys, v)
		}
	}
	b.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
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
