package deadline

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Shape tells rules which form a fault has, and so what to say and how to repair it.
type Shape string

const (
	NoContext    Shape = "no-context"    // ctxdrop: a form without a context is called
	NoRequestCtx Shape = "request"       // ctxdrop: the request is built without a context
	NoBuilderCtx Shape = "builder"       // ctxdrop: the builder is never given one
	ThroughPlain Shape = "wrapper"       // ctxdrop, detachedctx: the called function takes no context, and leads to such a call
	StoredCtx    Shape = "stored"        // ctxdrop: a context kept in the receiver is used instead
	BlankCtx     Shape = "blank"         // ctxdrop: _, cancel := context.WithTimeout(…); g, _ := errgroup.WithContext(ctx)
	OuterCtx     Shape = "outer"         // ctxdrop: a derived context is in scope and the one it was made from is used
	AfterWait    Shape = "after-wait"    // ctxdrop: the group's context is used after Wait
	FreshRoot    Shape = "root"          // detachedctx, nodeadline: context.Background() or TODO()
	NoLimitCall  Shape = "call"          // nodeadline: the call takes no context and has no limit
	NoTimeout    Shape = "client"        // nodeadline/client
	KeptRoot     Shape = "kept-root"     // nodeadline: a root that somebody may cancel, kept in a field
	OpenRequest  Shape = "request-scope" // nodeadline/request
)

// Fault is one thing that is wrong with one call. Of several, only the first of ctxdrop, detachedctx and nodeadline
// that the configuration enables is kept.
type Fault struct {
	Rule, Category string
	Shape          Shape
	Pos, End       token.Pos
	// Node is what the report points at: the call, context.Background(), the client's literal.
	Node ast.Node
	Call *downstream.Call // nil for faults that no call shows
	Need *Need            // nil likewise
	Hand *Hand
	// Sure: nothing binds the call. Otherwise a parameter or a library decides, and the fault is a warning.
	Sure bool
	// Severity overrides the table's; 0 leaves it.
	Severity rule.Severity
	// Unbounded: nothing bounds the call either (said in the message of ctxdrop and detachedctx).
	Unbounded bool
	// Twin names the form of the call that takes a context, where there is one.
	Twin string
	// Outlives: the call's result is used after the function around it, so a context that ends with the function is no
	// repair.
	Outlives bool
	// Var is the context that should be used, for OuterCtx; Used the one that is.
	Var, Used string
	Others    []Other // further calls that the same fault reaches
	// Why is evidence in words, for messages: what the unlimited client is, what the derived context was made for.
	Why string
}

// Other is a further position that belongs to a fault.
type Other struct {
	Pos     token.Pos
	End     token.Pos
	Message string
}

var order = []string{"ctxdrop", "detachedctx", "nodeadline"}

// judge finds the faults of every call of the package.
func (m *model) judge() {
	m.groups()
	for _, c := range m.down.Calls {
		var fs []Fault
		ns := m.at(c)
		for i := range ns {
			fs = append(fs, m.faults(c, &ns[i])...)
		}
		if m.owned[c] == "" {
			m.keepFirst(c, fs)
		}
		m.noteSites(c, ns)
	}
	m.bindKept()
	m.judgeSites()
	m.likelyDetached()
	m.mergeRoots()
	m.firstPerFunction()
	m.firstPerWrapper()
	m.firstPerEntry()
	slices.SortStableFunc(m.found, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(slices.Index(order, a.Rule), slices.Index(order, b.Rule)))
	})
}

// enabled: the configuration decides ownership, not the flags of a host.
func (m *model) enabled(rule string) bool {
	r, ok := m.cfg.Rules[rule]
	return !ok || r.Enabled == nil || *r.Enabled
}

// keepFirst keeps, of a call's faults, those of the first rule that is enabled.
func (m *model) keepFirst(c *downstream.Call, fs []Fault) {
	for _, rule := range order {
		if !m.enabled(rule) {
			continue
		}
		for _, f := range fs {
			if f.Rule == rule {
				m.found = append(m.found, f)
				m.owned[c] = rule
				return
			}
		}
	}
}

func (m *model) faults(c *downstream.Call, n *Need) []Fault {
	var fs []Fault
	if n.Client.Why == localFile {
		return nil // nobody is waited for
	}
	h, async := m.hand(c)
	async = async || n.Async
	open := n.waits() && n.Ctx.Open() && n.Client.State != Limited && n.Client.State != Undecided && n.Client.State != ParamLimit
	base := Fault{Call: c, Need: n, Hand: h, Node: c.Expr, Pos: c.Expr.Pos(), End: c.Expr.End(), Sure: true, Unbounded: open, Outlives: m.outlives(c)}
	deliberate := h == nil || m.deliberate(c, h) != ""

	switch {
	case n.Inner && (n.Ctx.Origin == None || n.Ctx.Origin == Root) && !n.Async && !m.detachedHere(c) && !deliberate &&
		m.twin(c) != "" && !m.budgeted(c, h):
		f := base
		f.Rule, f.Shape, f.Twin = "ctxdrop", NoContext, m.twin(c)
		fs = append(fs, f)
	case n.Ctx.Origin == None && n.Twin && !deliberate && !m.budgeted(c, h) && !(h.Command && n.Client.State == Limited):
		f := base
		f.Rule, f.Twin = "ctxdrop", m.twin(c)
		f.Shape = m.dropShape(c, n)
		if f.Shape == ThroughPlain {
			if h.Command {
				break // the process ends with it
			}
			f.Category = "wrapper"
		}
		if f.Shape == NoRequestCtx {
			f.at(n.Ctx.Expr)
			if near := m.handAt(c.In, n.Ctx.Expr); near != nil {
				f.Hand = near
			}
		}
		fs = append(fs, f)
	case n.Ctx.Origin == Stored && n.Ctx.Field && !deliberate && !async && m.ownField(c, n) && len(n.Path) == 0:
		f := base
		f.Rule, f.Shape = "ctxdrop", StoredCtx
		fs = append(fs, f)
	case n.Ctx.Origin == Root && !n.Async && !m.detachedHere(c) && !deliberate: // a goroutine that is waited for counts
		f := base
		f.Rule, f.Shape = "detachedctx", FreshRoot
		if n.Inner {
			f.Shape, f.Category = ThroughPlain, "wrapper"
			if h.Command {
				break
			}
		} else if m.here(c, n.Ctx.Expr) {
			if near := m.handAt(c.In, n.Ctx.Expr); near != nil {
				f.at(n.Ctx.Expr)
				f.Hand = near
			}
		}
		if n.Ctx.Detached && (n.Ctx.Bounded || n.Ctx.Cancelable || n.Client.State == Limited || n.Sink.Default > 0) || m.givesBoth(c, h) {
			break // WithTimeout(WithoutCancel(ctx), d), a cancel of its own, or a client that gives up by itself
		}
		fs = append(fs, f)
	}
	if f, ok := m.unbounded(c, n, base, open); ok {
		fs = append(fs, f)
	}
	return fs
}

// givesBoth: the call is given the context at hand too: dial(ctx, lifetime, addr).
func (m *model) givesBoth(c *downstream.Call, h *Hand) bool {
	if h == nil || h.Var == nil {
		return false
	}
	n, own := 0, false
	for _, a := range c.Expr.Args {
		if syntax.IsContext(m.info.TypeOf(a)) {
			v := m.syn.VarOf(a)
			n, own = n+1, own || v != nil && (v == h.Var || v == h.Derived)
		}
	}
	return own && n > 1
}

func (f *Fault) at(n ast.Node) { f.Node, f.Pos, f.End = n, n.Pos(), n.End() }

func (m *model) dropShape(c *downstream.Call, n *Need) Shape {
	switch {
	case n.Inner:
		return ThroughPlain
	case n.Ctx.Expr != ast.Expr(c.Expr):
		return NoRequestCtx
	case c.Sink != nil && (c.Sink.Via == catalog.ViaReceiver || c.Sink.Via == catalog.ViaOption):
		return NoBuilderCtx
	}
	return NoContext
}

// here: the expression stands in the same declaration as the call.
func (m *model) here(c *downstream.Call, e ast.Expr) bool {
	root := c.In.Root().Node
	return e != nil && root.Pos() <= e.Pos() && e.End() <= root.End()
}

// unbounded finds the nodeadline faults that are not about an http.Client of this package (see judgeSites).
func (m *model) unbounded(c *downstream.Call, n *Need, f Fault, open bool) (Fault, bool) {
	open = open || m.keptOpen(n)
	if !open || n.Inner || m.helper(c) || m.streams(c) || m.shortForm(c.In.Root()) {
		return f, false
	}
	f.Rule = "nodeadline"
	switch n.Ctx.Origin {
	case Root:
		if m.life(c, n) {
			return f, false
		}
		f.Shape = FreshRoot
		if m.here(c, n.Ctx.Expr) {
			f.at(n.Ctx.Expr)
		}
		return f, true
	case Stored:
		f.Shape = KeptRoot
		f.at(n.Ctx.Kept)
		return f, true
	case None:
		if n.Site != nil || m.within(c) || m.handsUnlimited(c) {
			return f, false
		}
		f.Shape = NoLimitCall
		if n.Client.State == Unlimited && n.Client.Expr != nil && c.Sink == nil {
			f.Shape, f.Category = NoTimeout, "client" // the caller hands in the client, or leaves it nil
		}
		return f, true
	case Request:
		if n.Site != nil || m.handlersLimited || !m.asksRequest(n.Sink.Protocol) {
			return f, false
		}
		f.Shape, f.Category = OpenRequest, "request"
		if m.here(c, n.Ctx.Expr) {
			f.at(n.Ctx.Expr)
		}
		return f, true
	}
	return f, false
}

// keptOpen: the call itself runs on a context that a field keeps for as long as its object lives, and nothing else bounds
// it. What the methods hand on is left alone: a deadline may be added further in.
func (m *model) keptOpen(n *Need) bool {
	c := n.Ctx
	return c.Kept != nil && c.Origin == Stored && !c.Bounded && !c.Maybe && n.waits() && len(n.Path) == 0 && n.Site == nil &&
		n.Client.State != Limited && n.Client.State != Undecided && n.Client.State != ParamLimit
}

// within: the call belongs to a transaction or statement, so the fault stands where that was begun or prepared.
func (m *model) within(c *downstream.Call) bool {
	if c.Recv == nil || c.Sink == nil || c.Sink.Protocol != catalog.SQL {
		return false
	}
	n := syntax.NameOf(m.info.TypeOf(c.Recv))
	return n != nil && (n.Name() == "Tx" || n.Name() == "Stmt" || n.Name() == "NamedStmt")
}

// handsUnlimited: the package hands the call's library an http.Client without Timeout, and that is reported.
func (m *model) handsUnlimited(c *downstream.Call) bool {
	if c.Fn == nil || c.Fn.Pkg() == nil || !m.foreign(c.Fn.Pkg()) {
		return false
	}
	return slices.ContainsFunc(m.siteOrder, func(s *site) bool {
		return s.handed != nil && !s.stream && module(s.handedPath) == module(c.Fn.Pkg().Path())
	})
}

// life: the root is the program's own, which ends with it: somebody can cancel it, or it is kept in a variable of a
// start-up function. A deadline belongs further in, where the functions it is passed to make their calls.
func (m *model) life(c *downstream.Call, n *Need) bool {
	if len(n.Path) == 0 {
		return false
	}
	if n.Ctx.Cancelable {
		return true
	}
	for _, a := range c.Expr.Args {
		if ast.Unparen(a) == n.Ctx.Expr {
			return false
		}
	}
	switch strings.ToLower(c.In.Name()) {
	case "main", "run", "execute", "start", "serve", "init", "realmain", "runmain":
		return true
	}
	return false
}

// asksRequest: for SQL, redis and Mongo the request's own context is enough unless a contract or the option says more.
func (m *model) asksRequest(p catalog.Protocol) bool {
	switch m.cfg.Rules["nodeadline"].Options["request"] {
	case "off":
		return false
	case "all":
		return true
	}
	switch p {
	case catalog.SQL, catalog.Redis, catalog.Mongo:
		return m.cfg.Contract != nil
	}
	return true
}

// helper: the function around the call serves tests only, or ends something.
func (m *model) helper(c *downstream.Call) bool {
	return m.forTests(c.In) || shutsDown(c.In.Name()) || m.deferred(c.Expr) ||
		syntax.HasWord(c.In.Name(), "test", "mock", "fake", "benchmark", "example")
}

// ownField: the context that the call uses is a field of the method's own receiver, while a context parameter stands
// beside it unused.
func (m *model) ownField(c *downstream.Call, n *Need) bool {
	f := c.In.Root()
	if f.Sig == nil || f.Sig.Recv() == nil || c.In != f {
		return false
	}
	i := syntax.CtxParam(f.Sig)
	if i < 0 || m.used(f, i) || m.keptInReceiver(c.Expr) {
		return false
	}
	return true
}

// used reports whether the body of f mentions parameter i other than for its values.
func (m *model) used(f *syntax.Func, i int) bool {
	v := f.Sig.Params().At(i)
	found := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || m.info.Uses[id] != v || found {
			return !found
		}
		if sel, ok := m.syn.Parent(id).(*ast.SelectorExpr); ok && sel.Sel.Name == "Value" {
			return true
		}
		found = true
		return false
	})
	return found
}
