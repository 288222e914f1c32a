package deadline

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// maxNeeds bounds what is known about one function.
const maxNeeds = 16

// at gives the needs of one call, seen from the function it stands in: those of the sink it is, or, also where a
// directive makes a sink of it, those of the called function with its parameters replaced by what the call passes.
func (m *model) at(c *downstream.Call) []Need {
	if ns, ok := m.calls[c]; ok {
		return ns
	}
	m.calls[c] = nil // recursion adds nothing
	var ns []Need
	if c.Sink != nil && !c.Opened {
		ns = m.direct(c)
	} else {
		for _, n := range m.callee(c) {
			if !m.syn.Shut(c.Target, c.Expr, n.Guard) {
				ns = append(ns, m.through(c, n))
			}
		}
	}
	m.calls[c] = ns
	return ns
}

func (m *model) direct(c *downstream.Call) []Need {
	if c.Sink.Request {
		return nil
	}
	n := Need{Sink: *c.Sink, Name: c.Name(), Call: c}
	n.Twin = c.Sink.Via == catalog.ViaNone && m.twin(c) != "" || c.Sink.Via == catalog.ViaReceiver ||
		c.Sink.Via == catalog.ViaOption ||
		c.Sink.Via == catalog.ViaNone && (c.Sink.Limit == catalog.LimitClient || c.Sink.Limit == catalog.LimitDefault)
	switch c.Sink.Via {
	case catalog.ViaArg:
		if c.Fn != nil {
			n.Ctx = m.context(c.Arg(c.Expr, syntax.CtxParam(c.Fn.Signature())), 0)
		} else if len(c.Expr.Args) > 0 { // a function value of a client's own type
			n.Ctx = m.context(c.Expr.Args[0], 0)
		}
	case catalog.ViaRequest:
		n.Ctx = m.request(m.requestArg(c), 0)
		n.Twin = true
	case catalog.ViaReceiver:
		n.Ctx = m.builder(c.Recv, c, 0)
	case catalog.ViaOption:
		n.Ctx = m.option(c)
	default:
		n.Ctx = Ctx{Origin: None, Expr: c.Expr}
	}
	var ns []Need
	cs := m.beside(c)
	vague := slices.ContainsFunc(cs, func(cl Client) bool { return cl.State == Undecided })
	for _, cl := range cs {
		var keep *site
		if cl.State == ParamLimit && cl.Owner != c.In && cl.Owner.Root() != c.In.Root() {
			if c.Sink.Limit == catalog.LimitClient {
				keep = m.keep(cl)
			}
			cl = Client{State: Undecided}
		}
		if cl.State == Unlimited && (cl.NilOpen || vague && cl.Kind != Literal) && len(cs) > 1 {
			continue // used only where something that cannot be seen here leaves it nil
		}
		n.Client, n.Site = cl, keep
		if cl.State == Unlimited && cl.Expr != nil && c.Sink.Limit == catalog.LimitClient {
			n.Site = m.site(cl)
		}
		ns = append(ns, n)
	}
	return ns
}

// requestArg is the argument that carries the request: the first whose type is, or wraps, an *http.Request.
func (m *model) requestArg(c *downstream.Call) ast.Expr {
	for i, a := range c.Expr.Args {
		if syntax.IsRequest(m.info.TypeOf(a)) || i == len(c.Expr.Args)-1 {
			return c.Arg(c.Expr, i)
		}
	}
	return nil
}

// option evaluates the context that an option among the arguments carries: gitlab.WithContext(ctx).
func (m *model) option(c *downstream.Call) Ctx {
	if c.Expr.Ellipsis.IsValid() {
		return Ctx{}
	}
	for _, a := range c.Expr.Args {
		call, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			if _, isFunc := m.info.TypeOf(a).Underlying().(*types.Signature); isFunc {
				return Ctx{} // an option kept in a variable
			}
			if m.optionsOf(a, c) && !m.madeHere(a) {
				return Ctx{} // options that somebody else has filled
			}
			continue
		}
		if m.optionsOf(a, c) {
			t := m.syn.Target(call)
			if s, ok := catalog.Set(t.Fn); !ok || !s.Context {
				return Ctx{} // opts.ToConsul(): whatever is in it
			}
		}
		if t := m.syn.Target(call); t.Fn != nil {
			if s, ok := catalog.Set(t.Fn); ok && s.Context {
				return m.parent(call, t, 0)
			}
		}
	}
	return Ctx{Origin: None, Expr: c.Expr}
}

// builder follows a chain such as db.WithContext(ctx).Where(…).Find(&x) or call.Context(ctx).Do() back to the call
// that attaches a context. A chain whose head was given to the function is unknown; one without a context runs on none.
func (m *model) builder(e ast.Expr, c *downstream.Call, depth int) Ctx {
	for ; depth < 2*maxDepth && e != nil; depth++ {
		switch x := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			t := m.syn.Target(x)
			if t.Fn == nil {
				return Ctx{}
			}
			if s, ok := catalog.Set(t.Fn); ok && s.Context {
				return m.parent(x, t, 0)
			}
			if t.Func != nil {
				return m.builtBy(x, t, c, depth)
			}
			if t.Recv == nil {
				if t.Fn.Pkg() == m.pass.Pkg || !catalog.Knows(t.Fn.Pkg().Path()) || syntax.CtxParam(t.Fn.Signature()) >= 0 {
					return Ctx{}
				}
				return Ctx{Origin: None, Expr: c.Expr}
			}
			if t.Fn.Pkg() != c.Fn.Pkg() {
				return Ctx{}
			}
			e = t.Recv
		case *ast.Ident, *ast.SelectorExpr:
			v := m.syn.VarOf(x)
			if v == nil {
				return Ctx{}
			}
			if ctx, ok := m.attached(v, x, c); ok {
				return ctx
			}
			if v.IsField() {
				return m.builderField(v, c)
			}
			defs := m.syn.Reach(v, x)
			if len(defs) != 1 || defs[0].Kind != syntax.Assigned || defs[0].Arity > 2 {
				return Ctx{}
			}
			e = defs[0].Rhs
		default:
			return Ctx{}
		}
	}
	return Ctx{}
}

// builderField: the head of the chain is a field. It carries no context if it is a library's own client or service
// that no statement of the package derives with one.
func (m *model) builderField(v *types.Var, c *downstream.Call) Ctx {
	for _, d := range m.syn.All(v) {
		if d.Rhs == nil {
			continue
		}
		attaches := false
		m.syn.Inspect(d.Rhs, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if t := m.syn.Target(call); t.Fn != nil {
					s, ok := catalog.Set(t.Fn)
					attaches = attaches || ok && s.Context
				}
			}
			return !attaches
		})
		if attaches {
			return Ctx{Origin: Stored}
		}
	}
	return Ctx{Origin: None, Expr: c.Expr}
}

// attached looks for a statement of its own that attaches a context to the builder: req.SetContext(ctx).
func (m *model) attached(v *types.Var, use ast.Expr, c *downstream.Call) (Ctx, bool) {
	var out Ctx
	found := false
	root, before := c.In.Root(), c.Expr.Pos()
	if f := m.syn.Around(use); f != nil && f.Root() != root { // in a function that the chain begins with
		root, before = f.Root(), use.Pos()
	}
	if root.Body == nil || v.IsField() {
		return out, false
	}
	m.syn.Inspect(root.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || call.Pos() > before {
			return !found
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || m.syn.VarOf(sel.X) != v {
			return true
		}
		if t := m.syn.Target(call); t.Fn != nil {
			if s, ok := catalog.Set(t.Fn); ok && s.Context {
				out, found = m.parent(call, t, 0), true
			}
		}
		return true
	})
	return out, found
}

// callee gives the needs of the function that a call runs.
func (m *model) callee(c *downstream.Call) []Need {
	if c.Func != nil {
		return m.of(c.Func)
	}
	if c.Fn == nil {
		return nil
	}
	var fact Needs
	if c.Fn.Pkg() != m.pass.Pkg && c.Fn.Pkg() != nil && m.pass.ImportObjectFact(c.Fn, &fact) {
		return fact.needs()
	}
	if !syntax.IsInterface(c.Fn) {
		return nil
	}
	key := m.down.MethodKey(c)
	ns := slices.Clone(m.announced[key])
	for _, f := range m.impls[key] {
		ns = append(ns, m.of(f)...)
	}
	return fold(ns)
}

// through sees a callee's need from its caller.
func (m *model) through(c *downstream.Call, n Need) Need {
	in := n.Ctx
	n.Path = append([]string{m.down.Hop(c)}, n.Path...)
	n.Call = c
	switch in.Origin {
	case Param:
		n.Ctx = m.argument(c.Target, c.Expr, in.Index, 0)
		n.Ctx.Bounded = n.Ctx.Bounded || in.Bounded
		n.Ctx.Maybe = (n.Ctx.Maybe || in.Maybe) && !n.Ctx.Bounded
	case Root, None:
		n.Inner = true
		n.Ctx.Expr = c.Expr
	}
	if n.Client.State == ParamLimit {
		n.Client = m.bindClient(n.Client, c.Target, c.Expr, 0)
		if n.Client.State == Unlimited && n.Client.Expr != nil {
			n.Site = m.site(n.Client)
			n.Inner = n.Inner && in.Origin != None
		}
	}
	return n
}

// of gives the needs of a function that its callers have to know: those that a parameter decides, and those on a root
// or missing context where the function has none at hand itself.
func (m *model) of(f *syntax.Func) []Need {
	if ns, ok := m.funcs[f]; ok {
		return ns
	}
	m.funcs[f] = nil
	if f.Broken || f.Test {
		return nil
	}
	var ns []Need
	for _, c := range m.callsIn(f) {
		for _, n := range m.at(c) {
			if m.upward(f, c, &n) {
				n.Guard = m.syn.Guard(f, c.Expr)
				ns = append(ns, n)
			}
		}
	}
	ns = fold(ns)
	m.funcs[f] = ns
	return ns
}

// callsIn lists the calls of f, those of literals in it included.
func (m *model) callsIn(f *syntax.Func) []*downstream.Call {
	var out []*downstream.Call
	for _, g := range m.syn.Funcs {
		for h := g; h != nil; h = h.Outer {
			if h == f {
				out = append(out, m.down.In(g)...)
				break
			}
		}
	}
	return out
}

func (m *model) upward(f *syntax.Func, c *downstream.Call, n *Need) bool {
	if len(n.Path) >= downstream.MaxHops {
		return false
	}
	byClient := n.Client.State == ParamLimit && n.Client.Owner == f
	switch n.Ctx.Origin {
	case Param:
		return n.Ctx.Owner == f || byClient && n.Ctx.Bounded
	case Root, None:
		h, async := m.hand(c)
		if async || m.detachedHere(c) {
			n.Async = true
		}
		return h == nil && (!n.Async && !m.startsUp(f, c) && m.whileRuns(c.In, f) || byClient)
	case Request:
		return byClient
	}
	return false
}

// whileRuns: a call in the literal in, somewhere in f, is made before f returns, and not by whoever is given the
// literal later: func (p *Plugin) Getter() func() error { return func() error { return p.client.Call() } }
func (m *model) whileRuns(in, f *syntax.Func) bool {
	for ; in != nil && in != f; in = in.Outer {
		if lit, ok := in.Node.(*ast.FuncLit); ok && m.runs(lit) == apart {
			return false
		}
	}
	return true
}

// startsUp: the call is made once, for everybody who comes later: in a constructor, or to fill a variable that is
// still nil. The context of whoever comes first must not end it.
func (m *model) startsUp(f *syntax.Func, c *downstream.Call) bool {
	if w := syntax.Words(f.Name()); len(w) > 0 {
		switch w[0] {
		case "new", "init", "initialize", "setup", "must", "configure", "bootstrap":
			return true
		}
	}
	if m.once(c.Expr) {
		return true
	}
	lazy := m.syn.Enclosing(c.Expr, func(n ast.Node) bool {
		is, ok := n.(*ast.IfStmt)
		if !ok {
			return false
		}
		b, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.LOR || !isNil(m.info, b.Y) {
			return false
		}
		v := m.syn.VarOf(b.X)
		return v != nil && !syntax.IsError(v.Type()) && (v.IsField() || v.Parent() == m.pass.Pkg.Scope())
	})
	return lazy != nil
}

// detachedHere: the call is the operand of a go or defer statement.
func (m *model) detachedHere(c *downstream.Call) bool {
	switch m.syn.Parent(c.Expr).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return m.deferred(c.Expr)
}

// fold keeps one need of each kind, the one with the shortest path, in a fixed order.
func fold(ns []Need) []Need {
	same := func(a, b Need) bool {
		return a.Sink.Protocol == b.Sink.Protocol && a.Ctx.Origin == b.Ctx.Origin && a.Ctx.Index == b.Ctx.Index &&
			a.Ctx.Bounded == b.Ctx.Bounded && a.Client.State == b.Client.State && a.Client.Index == b.Client.Index &&
			a.Client.Field == b.Client.Field && a.Site == b.Site && a.Twin == b.Twin && a.waits() == b.waits()
	}
	slices.SortStableFunc(ns, func(a, b Need) int { return cmp.Compare(len(a.Path), len(b.Path)) })
	var out []Need
	for _, n := range ns {
		if len(out) < maxNeeds && !slices.ContainsFunc(out, func(o Need) bool { return same(o, n) }) {
			out = append(out, n)
		}
	}
	return out
}
