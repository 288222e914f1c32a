package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Loop is a loop that waits for a read call in every round, although no round needs what another one found.
//
//	for i, p := range products {
//		price, err := s.convert(ctx, p.Price) // reads the item
//		if err != nil { return err }
//		out[i] = view{p, price}               // writes the item's own slot
//	}
type Loop struct {
	In    *syntax.Func
	Stmt  ast.Stmt // *ast.RangeStmt or *ast.ForStmt
	Calls []Member // in source order
	// Fold: the loop also folds what it reads into one value, so that a rewrite has to take the two apart.
	Fold bool
	// SQL: all that it asks is a database: one query over all keys is the answer, not more connections.
	SQL bool
	// Within are the loops of other functions in which this one runs, on the way to the same calls.
	Within []*Loop
}

// loops looks at each loop of the package; a call belongs to the innermost one.
func (m *model) loops() (found []*Loop) {
	for _, f := range m.Funcs {
		if len(m.sites[f]) == 0 || f.Test || f.Broken || m.quiet(f) {
			continue
		}
		m.Inspect(f.Body, func(n ast.Node) bool {
			if s, ok := n.(ast.Stmt); ok && m.waitsIn(f, s.Pos(), s.End()) == 0 {
				return false
			}
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.RangeStmt:
				found = m.loop(found, f, n, n.Body)
			case *ast.ForStmt:
				found = m.loop(found, f, n, n.Body)
			}
			return true
		})
	}
	m.nest(found)
	return found
}

func (m *model) loop(found []*Loop, f *syntax.Func, stmt ast.Stmt, body *ast.BlockStmt) []*Loop {
	l := looked{model: m, stmt: stmt, body: body}
	if !l.startsWith() || l.paced() || l.leaves() {
		return found
	}
	acc := m.accessOf(body)
	if m.ordered(acc.calls) || slices.ContainsFunc(acc.calls, l.leavesTrace) || !l.writes(acc) || l.decided(acc.calls) {
		return found
	}
	l.flow()
	out := &Loop{In: f, Stmt: stmt, Fold: l.fold, SQL: true}
	for _, call := range acc.calls {
		c := m.calls[call]
		if c == nil || c.Sink != nil && c.Sink.Request || l.inner(call) || orders(c) && m.commands(f) || m.outside(c) || !m.reads(c) || m.guesses[call] && !m.likely {
			continue
		}
		if l.asks(call, l.carried) {
			return found // this round asks for what the last one found
		}
		if !l.asks(call, l.items) {
			continue
		}
		mem := Member{Call: c, Likely: m.guesses[call], at: m.Package}
		mem.SQL = isSQL(c, mem.Likely)
		out.SQL = out.SQL && mem.SQL
		out.Calls = append(out.Calls, mem)
	}
	if len(out.Calls) > 0 {
		found = append(found, out)
	}
	return found
}

// looked is one loop while it is looked at.
type looked struct {
	*model
	stmt    ast.Stmt
	body    *ast.BlockStmt
	items   []place // what is different in each round: the loop's variables, and what is made of them
	carried []place // what one round leaves for the next, and what is made of it
	fold    bool
}

// startsWith finds the variables that name the item; false for loops that name none, such as retries and polls.
func (l *looked) startsWith() bool {
	add := func(e ast.Expr) {
		if e != nil {
			if p, ok := l.place(e); ok {
				l.items = append(l.items, p)
			}
		}
	}
	switch s := l.stmt.(type) {
	case *ast.RangeStmt:
		add(s.Key)
		add(s.Value)
		return len(l.items) > 0 && !batches(s.X) && !l.typed(s.X)
	case *ast.ForStmt:
		if step, ok := s.Post.(*ast.IncDecStmt); ok && s.Cond != nil { // i += n cuts batches
			add(step.X)
			return len(l.items) > 0 && !l.typedSize(s.Cond)
		}
		// for rows.Next() { rows.Scan(&id); … }
		if call, ok := s.Cond.(*ast.CallExpr); ok && s.Post == nil {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Next" || sel.Sel.Name == "Scan") {
				add(sel.X)
				return len(l.items) > 0 && l.calls[call] == nil
			}
		}
	}
	return false
}

// batches: the items are themselves many, so this is the batch that we would ask for.
func batches(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return batches(e.Fun)
	case *ast.SelectorExpr:
		return batches(e.Sel)
	case *ast.IndexExpr:
		return batches(e.X)
	case *ast.Ident:
		return syntax.HasWord(e.Name, "chunk", "chunks", "batch", "batches", "pages", "attempts", "retries", "backoff", "mirrors", "replicas", "fallbacks")
	}
	return false
}

// paced: the loop waits for something besides its calls: a ticker, a limiter, a channel.
func (l *looked) paced() (found bool) {
	l.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt, *ast.SendStmt, *ast.GoStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "Sleep", "Wait", "WaitN", "Take", "Allow", "After", "Acquire", "Lock", "RLock":
					found = true
				}
			}
			known := l.changesOf(l.Target(n))
			found = found || known != nil && known.Paces
		}
		return !found
	})
	return found
}

// leavesTrace: what a round leaves in a stream, a file or a store is there for others to see, in the order of the rounds.
func (l *looked) leavesTrace(call *ast.CallExpr) bool {
	t := l.Target(call)
	known := l.changesOf(t)
	return known != nil && known.Stores && (t.Fn == nil || !l.housekeeps(t.Fn)) || l.stores(call, t) || l.shows(call) || l.streamsOut(call)
}

// streamsOut: the body itself writes to a stream from outside the loop.
func (l *looked) streamsOut(call *ast.CallExpr) bool {
	t := l.Target(call)
	if l.calls[call] != nil {
		return false
	}
	if l.printsByName(call, t) && (t.Fn == nil || !l.logs(t.Fn)) {
		return true
	}
	args := call.Args
	if t.Recv != nil && t.Fn != nil && syntax.Words(t.Fn.Name())[0] == "write" {
		args = append([]ast.Expr{t.Recv}, args...)
	}
	return slices.ContainsFunc(args, func(e ast.Expr) bool {
		p, ok := l.place(e)
		if !ok {
			return false
		}
		v, ok := p.Root.(*types.Var)
		return ok && !l.inside(v) && isWriter(l.Info.TypeOf(e)) && types.ExprString(e) != "os.Stderr"
	})
}

// leaves: the loop ends early because of a value. Leaving because of an error is allowed: a parallel form does so too.
func (l *looked) leaves() (found bool) {
	l.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || !l.fails(n)
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO || n.Tok == token.BREAK && l.breaks(n) && !l.onFailure(n)
		}
		return !found
	})
	return found
}

func (l *looked) breaks(b *ast.BranchStmt) bool {
	if b.Label != nil {
		return true
	}
	return l.Enclosing(b, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return true
		}
		return false
	}) == ast.Node(l.stmt)
}

// fails: the return gives an error, or stands where there is one.
func (l *looked) fails(r *ast.ReturnStmt) bool {
	if n := len(r.Results); n > 0 {
		last := r.Results[n-1]
		if l.isNil(last) || l.found(r) {
			return false
		}
		if t := l.Info.TypeOf(last); t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			return true
		}
	}
	return l.onFailure(r)
}

func (l *looked) onFailure(n ast.Node) bool {
	for child, p := n, l.Parent(n); p != nil && p != ast.Node(l.stmt); child, p = p, l.Parent(p) {
		if ifs, ok := p.(*ast.IfStmt); ok && ifs.Body == child && l.onError(ifs.Cond) {
			return true
		}
	}
	return false
}

// inner: the call stands in a loop inside this one, or does not run in it.
func (l *looked) inner(call *ast.CallExpr) bool {
	for n := l.Parent(call); n != nil && n != ast.Node(l.stmt); n = l.Parent(n) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return true
		}
	}
	return false
}

// writes sorts what the loop writes outside of itself. It is false for what has an order of its own.
//
//	out[i] = x; m[k] = x; out = append(out, x); err = …     each round its own
//	total = sum(total, x); n++                              a fold
//	token = resp.Next; last = x; w.Write(x)                  an order
//	ids[i+1] = next                                         an order
func (l *looked) writes(acc *access) bool {
	if l.relays() {
		return false
	}
	own, slots := l.collected(), l.ownSlots()
	for _, w := range acc.writes {
		v, ok := w.Root.(*types.Var)
		if !ok || l.inside(v) {
			continue
		}
		if syntax.IsError(v.Type()) && w.Fields == "" || slots[v] || slices.ContainsFunc(l.items, w.overlaps) {
			continue
		}
		l.carried = append(l.carried, w)
		if slices.ContainsFunc(own, func(p place) bool { return p.Root == w.Root }) {
			continue
		}
		return false
	}
	return true
}

func (l *looked) inside(v *types.Var) bool {
	return l.stmt.Pos() <= v.Pos() && v.Pos() < l.stmt.End()
}

// collected are the places outside that the loop only adds to.
func (l *looked) collected() (own []place) {
	add := func(e ast.Expr) {
		if p, ok := l.place(e); ok {
			own = append(own, p)
		}
	}
	l.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			l.foldInto(n.X, add)
		case *ast.ExprStmt: // pool.AddCert(cert): a collection with a method to add
			if call, ok := n.X.(*ast.CallExpr); ok && l.calls[call] == nil {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(adders, syntax.Words(sel.Sel.Name)[0]) {
					l.foldInto(sel.X, add)
				}
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if _, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
					add(lhs)
					continue
				}
				p, ok := l.place(lhs)
				if !ok || i >= len(n.Rhs) {
					continue
				}
				call, isCall := ast.Unparen(n.Rhs[i]).(*ast.CallExpr)
				if isCall && len(call.Args) > 0 {
					if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "append" {
						if q, ok := l.place(call.Args[0]); ok && q == p {
							add(lhs)
							continue
						}
					}
				}
				if n.Tok != token.ASSIGN && n.Tok != token.DEFINE || slices.ContainsFunc(l.accessOf(n.Rhs[i]).reads, p.overlaps) {
					l.foldInto(lhs, add)
				}
			}
		}
		return true
	})
	return own
}

// adders are the first words of methods that put one more thing into a collection. Write is none: it has an order.
var adders = []string{"add", "append", "insert", "put", "push", "store", "set", "merge"}

func (l *looked) foldInto(e ast.Expr, add func(ast.Expr)) {
	if p, ok := l.place(e); ok {
		if v, ok := p.Root.(*types.Var); ok && !l.inside(v) {
			l.fold = true
		}
	}
	add(e)
}

// flow follows the item, and what is carried, into the variables that the body makes of them; twice, since a statement
// may read what a later one writes.
func (l *looked) flow() {
	for range 2 {
		l.Inspect(l.body, func(n ast.Node) bool {
			s, ok := n.(ast.Stmt)
			if !ok {
				_, lit := n.(*ast.FuncLit)
				return !lit
			}
			switch s.(type) {
			case *ast.AssignStmt, *ast.DeclStmt, *ast.ExprStmt:
				acc := l.accessOf(s)
				l.items = l.spread(l.items, acc)
				l.carried = l.spread(l.carried, acc)
			}
			return true
		})
	}
}

func (l *looked) spread(from []place, acc *access) []place {
	if !slices.ContainsFunc(acc.reads, func(p place) bool { return slices.ContainsFunc(from, p.overlaps) }) {
		return from
	}
	for _, w := range acc.writes {
		if v, ok := w.Root.(*types.Var); ok && l.inside(v) && !syntax.IsError(v.Type()) && !slices.Contains(from, w) {
			from = append(from, w)
		}
	}
	return from
}

func (l *looked) asks(call *ast.CallExpr, of []place) bool {
	return slices.ContainsFunc(l.accessOf(call).reads, func(p place) bool { return slices.ContainsFunc(of, p.overlaps) })
}
