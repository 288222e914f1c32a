package chanleak

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// chans answers what becomes of a channel. It follows it into goroutines, into functions of the package that are given
// it, and out through a return statement to the callers in the package; anything else and it knows nothing.
type chans struct {
	syn  *syntax.Package
	info *types.Info
	down *downstream.Result
}

// channel is what is known about one channel.
type channel struct {
	made    ast.Node
	sends   []send // those that wait: not in a select with another case
	readers []*reader
	drained bool // someone else receives too: a goroutine, a deferred function
}

// madeFor is where the channel comes to be, as far as a reader can see.
func (ch *channel) madeFor(rd *reader) ast.Node {
	if rd.from != nil {
		return rd.from
	}
	return ch.made
}

// send is a send statement in a goroutine.
type send struct {
	node  *ast.SendStmt
	start ast.Node     // the statement that starts the goroutine
	fn    *syntax.Func // the goroutine's function
	at    *syntax.Func // the function that start stands in
}

// reader is a function that receives, with the place from which on somebody sends to it.
type reader struct {
	fn       *syntax.Func
	receives []ast.Node // *ast.UnaryExpr, *ast.RangeStmt
	from     ast.Node   // for a channel that a call returned: that call
}

const maxFollow = 3

// follow collects the uses of v, made in f; nil if one of them is not understood.
func (c *chans) follow(f *syntax.Func, v *types.Var, made ast.Node) *channel {
	ch := &channel{made: made}
	if !c.uses(ch, f, v, nil, nil, 0) {
		return nil
	}
	return ch
}

// uses adds the uses of v, a variable or parameter of f. start is the statement behind which f runs as a goroutine, if
// it does.
func (c *chans) uses(ch *channel, f *syntax.Func, v *types.Var, start ast.Node, from ast.Node, depth int) bool {
	if depth > maxFollow {
		return false
	}
	rd := &reader{fn: f, from: from}
	ok := true
	ast.Inspect(f.Body, func(n ast.Node) bool {
		id, isIdent := n.(*ast.Ident)
		if !ok || !isIdent || c.info.Uses[id] != v {
			return ok
		}
		where := c.context(f, id)
		if where.unknown {
			ok = false
			return false
		}
		if where.start == nil {
			where.start, where.fn = start, f
		}
		ok = c.use(ch, rd, f, id, where, depth)
		return ok
	})
	if len(rd.receives) > 0 {
		ch.readers = append(ch.readers, rd)
	}
	return ok
}

// use adds one use.
func (c *chans) use(ch *channel, rd *reader, f *syntax.Func, id *ast.Ident, where place, depth int) bool {
	var n ast.Node = id
	up := c.syn.Parent(n)
	for {
		p, ok := up.(*ast.ParenExpr)
		if !ok {
			break
		}
		n, up = p, c.syn.Parent(p)
	}
	receive := func(node ast.Node) bool {
		if where.start != nil || where.deferred {
			ch.drained = true
		} else {
			rd.receives = append(rd.receives, node)
		}
		return true
	}
	switch up := up.(type) {
	case *ast.SendStmt:
		if up.Chan != n {
			return false // the channel itself is sent away
		}
		if where.start == nil {
			return false // a send of the reader itself: who is who cannot be told
		}
		if !c.guarded(up) {
			ch.sends = append(ch.sends, send{node: up, start: where.start, fn: where.fn, at: f})
		}
		return true
	case *ast.UnaryExpr:
		return up.Op == token.ARROW && receive(up)
	case *ast.RangeStmt:
		return up.X == n && receive(up)
	case *ast.BinaryExpr:
		return true // ch == nil
	case *ast.CallExpr:
		return c.argument(ch, f, up, n, where, depth)
	case *ast.ReturnStmt:
		return where.start == nil && c.returned(ch, f, up, n, depth)
	}
	return false
}

// guarded: the send is a case of a select that has another one, so it need not wait.
func (c *chans) guarded(s *ast.SendStmt) bool {
	clause, ok := c.syn.Parent(s).(*ast.CommClause)
	if !ok || clause.Comm != ast.Stmt(s) {
		return false
	}
	body, ok := c.syn.Parent(clause).(*ast.BlockStmt)
	return ok && len(body.List) > 1
}

// argument follows the channel into a function of this package.
func (c *chans) argument(ch *channel, f *syntax.Func, call *ast.CallExpr, arg ast.Node, where place, depth int) bool {
	if id, ok := call.Fun.(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok {
			_, deferred := c.syn.Parent(call).(*ast.DeferStmt)
			if b.Name() == "close" && where.start == nil && (deferred || where.deferred) {
				ch.drained = true // a late send panics, which is another fault
			}
			return b.Name() == "close" || b.Name() == "len" || b.Name() == "cap"
		}
	}
	t := c.syn.Target(call)
	if t.Func == nil || t.Func.Body == nil || t.Func.Sig == nil || t.Func.Sig.Variadic() {
		return false
	}
	for i, a := range call.Args {
		if ast.Node(a) != arg || i >= t.Func.Sig.Params().Len() {
			continue
		}
		start := where.start
		if g, ok := c.syn.Parent(call).(*ast.GoStmt); ok {
			start = g
		}
		if d, ok := c.syn.Parent(call).(*ast.DeferStmt); ok && start == nil {
			ch.drained = ch.drained || d != nil
			return true
		}
		before := len(ch.sends)
		if !c.uses(ch, t.Func, t.Func.Sig.Params().At(i), start, nil, depth+1) {
			return false
		}
		for i := range ch.sends[before:] {
			ch.sends[before+i].at = f // where it is started, as far as the maker is concerned
		}
		return true
	}
	return false
}

// returned follows the channel to the callers of f in this package: a receive from the call itself, or a local variable.
//
//	func (c *Client) ask(q string) <-chan answer { out := make(chan answer); go …; return out }
//	select { case a := <-c.ask(q): … case <-ctx.Done(): … }
func (c *chans) returned(ch *channel, f *syntax.Func, ret *ast.ReturnStmt, value ast.Node, depth int) bool {
	if f.Obj == nil || len(ret.Results) == 0 || ast.Node(ret.Results[0]) != value {
		return false
	}
	for _, g := range c.syn.Funcs {
		if g.Broken || g == f {
			continue
		}
		ok := true
		ast.Inspect(g.Body, func(n ast.Node) bool {
			if lit, isLit := n.(*ast.FuncLit); isLit && lit != g.Node || !ok {
				return false
			}
			if call, isCall := n.(*ast.CallExpr); isCall && c.syn.Target(call).Func == f {
				ok = c.taken(ch, g, call, depth)
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return true
}

// taken adds what caller g does with the channel that call returned.
func (c *chans) taken(ch *channel, g *syntax.Func, call *ast.CallExpr, depth int) bool {
	switch up := c.syn.Parent(call).(type) {
	case *ast.UnaryExpr:
		if up.Op == token.ARROW {
			ch.readers = append(ch.readers, &reader{fn: g, receives: []ast.Node{up}, from: call})
			return true
		}
	case *ast.RangeStmt:
		ch.readers = append(ch.readers, &reader{fn: g, receives: []ast.Node{up}, from: call})
		return true
	case *ast.AssignStmt:
		id, ok := up.Lhs[0].(*ast.Ident)
		if !ok || len(up.Rhs) != 1 {
			return false
		}
		v := c.syn.VarOf(id)
		if v == nil || v.IsField() || len(c.syn.All(v)) != 1 {
			return false
		}
		return c.uses(ch, g, v, nil, call, depth+1)
	}
	return false
}
