package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// A plan for people holds more than one for rules, who must be sure: what runs under a condition, calls that wait for a
// server and take no context, waits for its answer, and every call that may lead to one of these somewhere in the
// program. Which of the latter do is known when the program is put together, see Program.

// hint is what a node of a plan for people needs until then.
type hint struct {
	soft  bool   // a Ref that is left out where it reaches nothing
	guess bool   // … and that stands for a call where nothing is known behind it
	hole  int    // a call of the function's own parameter, by its number from 1
	fills []fill // of a Ref: what the called function's parameters are
	// Of an Alt, of which one alternative is left where the others reach nothing: the condition of one that has none, and
	// whether one that has a condition needs it no more.
	miss  string
	alone bool
}

// fill is a function that is given as an argument.
type fill struct {
	hole int
	node Node
	runs bool // it is run even where nothing says so
}

// shownExpr is expr for people: what stands behind && and || runs under a condition, a channel may be waited for.
func (b *builder) shownExpr(n ast.Node) (p part) {
	ast.Inspect(n, func(c ast.Node) bool {
		switch c := c.(type) {
		case *ast.CallExpr:
			p.add(b.call(c))
			return false
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if c.Op != token.LAND && c.Op != token.LOR {
				return true
			}
			p.add(b.expr(c.X))
			y := branch{at: b.at(c.Y), part: b.expr(c.Y)}
			if op := b.failed(c.X); c.Op == token.LAND && op != token.EQL {
				y.cond = clipped(types.ExprString(c.X))
			} else if c.Op == token.LOR && op != token.NEQ {
				y.cond = b.negated(c.X)
			}
			p.add(b.under(y))
			return false
		case *ast.UnaryExpr:
			if c.Op == token.ARROW {
				p.add(b.expr(c.X))
				p.node(b.answer(c.X, nil))
				return false
			}
		}
		return true
	})
	return p
}

// shownCall is what a call comes to for people, its arguments apart.
func (b *builder) shownCall(call *ast.CallExpr, t syntax.Target) (p part) {
	c := b.calls[call]
	n, ok := Node{}, false
	switch w, waits := catalog.WaitOf(t.Fn); {
	case c != nil:
		n, ok = b.leaf(c)
		ref := behindFree(&n)
		if ref.Likely && t.Fn != nil {
			b.remember(t.Fn)
			ref.Kind, ref.Key, ref.Abstract, ref.hint = Ref, downstream.Key(t.Fn), syntax.IsInterface(t.Fn), hint{soft: true, guess: true}
		}
		if ok && ref.Abstract {
			b.instance(ref, t)
		}
	case waits:
		n = Node{Kind: Call, At: b.at(call), What: syntax.Spell(t.Fn), Protocol: string(w.Protocol), Write: w.Effect == catalog.Write, Ignored: b.ignores(call), node: call}
		levels := -1
		if i := syntax.CtxParam(t.Fn.Signature()); i >= 0 && t.Arg(call, i) != nil {
			levels = b.levels(t.Arg(call, i))
		} else {
			n.Time = Span{Sym: n.What, Why: "takes no context: what ends it is the driver's"}
		}
		n, ok = b.free(n, levels), true
	case t.Fn != nil:
		n, ok = b.soft(call, t)
		n.Ignored = ok && b.ignores(call)
	case t.Func == nil:
		n, ok = b.hole(call.Fun)
	}
	fills := b.fills(call, t)
	if n.Kind == Call && n.Write && c == nil { // of a transaction, what is done in it comes before its commit
		for _, f := range fills {
			p.node(f.node, f.runs)
		}
		fills = nil
	}
	if ok {
		if ref := behindFree(&n); ref.Kind == Ref {
			ref.hint.fills = fills
			fills = nil
		}
		p.node(n, true)
	}
	for _, f := range fills {
		p.node(f.node, f.runs)
	}
	return p
}

func behindFree(n *Node) *Node {
	for n.Kind == Free {
		n = &n.Kids[0]
	}
	return n
}

// fills are the functions among the arguments.
func (b *builder) fills(call *ast.CallExpr, t syntax.Target) (out []fill) {
	for i, a := range call.Args {
		if _, ok := typeUnder(b.Info.TypeOf(a)).(*types.Signature); !ok {
			continue
		}
		_, lit := ast.Unparen(a).(*ast.FuncLit)
		if n, ok := b.value(a); ok {
			out = append(out, fill{i + 1, n, lit && !keeps(t.Fn)})
		}
	}
	return out
}

func typeUnder(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// soft refers to a function of the program that reaches nothing in sight: perhaps it does elsewhere.
func (b *builder) soft(at ast.Node, t syntax.Target) (Node, bool) {
	if t.Fn == nil || t.Fn.Pkg() == nil || b.standard(t.Fn.Pkg()) {
		return Node{}, false
	}
	b.remember(t.Fn)
	n := Node{Kind: Ref, At: b.at(at), What: syntax.Spell(t.Fn), Key: downstream.Key(t.Fn), Abstract: syntax.IsInterface(t.Fn), node: at, hint: hint{soft: true}}
	if n.Abstract {
		b.instance(&n, t)
	}
	if d, ok := b.dirs.Named(t.Fn); ok {
		n.Name, n.Class = d.Name, d.Class
	}
	return n, true
}

// standard: the path of a package of the standard library has no dot in its first element, as has a module's that is
// never fetched: such a one is told by its packages' first element being that of this package.
func (m *model) standard(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	own, _, _ := strings.Cut(m.Types.Path(), "/")
	return !strings.Contains(first, ".") && first != own
}

// instance tells the methods of different instances of a generic interface apart.
func (b *builder) instance(ref *Node, t syntax.Target) {
	if t.Recv == nil || t.Fn == nil {
		return
	}
	recv := b.Info.TypeOf(t.Recv)
	declared := syntax.NameOf(t.Fn.Signature().Recv().Type())
	named, ok := types.Unalias(recv).(*types.Named)
	if !ok || !types.IsInterface(named) || declared == nil {
		return
	}
	if generic, ok := declared.Type().(*types.Named); !ok || generic.TypeParams().Len() == 0 {
		return
	}
	ref.Key += " of " + types.TypeString(named.Underlying(), nil)
	b.funcOf[ref.Key], b.instances[ref.Key] = t.Fn, named
}

// hole is a call of a parameter, or a parameter that is handed on.
func (b *builder) hole(e ast.Expr) (Node, bool) {
	v := b.VarOf(e)
	if !b.shown || v == nil || b.f.Sig == nil {
		return Node{}, false
	}
	for i := range b.f.Sig.Params().Len() {
		if b.f.Sig.Params().At(i) == v {
			return Node{Kind: Ref, At: b.at(e), What: v.Name(), hint: hint{soft: true, hole: i + 1}}, true
		}
	}
	return Node{}, false
}

// received is what a clause of a select does before it waits.
func (b *builder) received(s ast.Stmt) part {
	if x := receives(s); x != nil {
		return b.expr(x)
	}
	return b.optional(s)
}

// answers is the wait of a select for the answer to something that was sent without waiting.
func (b *builder) answers(s *ast.SelectStmt) (p part) {
	if !b.shown {
		return p
	}
	var wait ast.Expr
	var ends []ast.Expr
	for _, c := range s.Body.List {
		x := receives(c.(*ast.CommClause).Comm)
		switch {
		case c.(*ast.CommClause).Comm == nil:
			return p // it does not wait
		case x == nil:
		case isEnd(x):
			ends = append(ends, x)
		case wait == nil && b.fromServer(x):
			wait = x
		}
	}
	if wait != nil {
		p.node(b.answer(wait, ends))
	}
	return p
}

// answer is the wait for a server's answer that comes by a channel: of a producer, of a future.
func (b *builder) answer(x ast.Expr, ends []ast.Expr) (Node, bool) {
	if !b.fromServer(x) {
		return Node{}, false
	}
	n, levels := Node{Kind: Wait, At: b.at(x), What: "<-" + types.ExprString(x)}, -1
	for _, e := range ends {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		switch {
		case ok && sel.Sel.Name == "Done" && syntax.IsContext(b.Info.TypeOf(sel.X)):
			levels = b.levels(sel.X)
		case len(call.Args) == 1:
			n.Time = b.span(call.Args[0], 0)
		}
	}
	return b.free(n, levels), true
}

// fromServer: what comes out of a channel comes from a server: the channel is had from a client of a library that the
// catalog knows, or was given to one.
//
//	<-producer.Successes()
//	producer.Produce(msg, delivered); <-delivered
func (b *builder) fromServer(x ast.Expr) bool {
	if call, ok := ast.Unparen(x).(*ast.CallExpr); ok {
		return b.ofLibrary(call)
	}
	v := b.VarOf(x)
	if v == nil {
		return false
	}
	if call, ok := b.only(x).(*ast.CallExpr); ok && b.ofLibrary(call) {
		return true
	}
	found := false
	b.Walk(b.f.Root().Node, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		for _, a := range call.Args {
			found = found || b.VarOf(a) == v && b.ofLibrary(call)
		}
		return !found
	})
	return found
}

func (b *builder) ofLibrary(call *ast.CallExpr) bool {
	fn := b.Target(call).Fn
	return fn != nil && fn.Pkg() != nil && !b.standard(fn.Pkg()) && catalog.Knows(fn.Pkg().Path())
}

// undoes: defer tx.Rollback() in a function that commits: what is done is undone no more, and asks no server.
func (b *builder) undoes(call *ast.CallExpr) bool {
	t := b.Target(call)
	if t.Fn == nil || t.Fn.Name() != "Rollback" || t.Recv == nil {
		return false
	}
	found := false
	b.Walk(b.f.Root().Node, syntax.Calls, func(n ast.Node) bool {
		sel, ok := n.(*ast.CallExpr).Fun.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "Commit" && b.VarOf(sel.X) != nil && b.VarOf(sel.X) == b.VarOf(t.Recv)
		return !found
	})
	return found
}
