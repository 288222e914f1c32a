package callplan

import (
	"go/ast"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// OverrunKind is the way in which times do not fit.
type OverrunKind uint8

const (
	Nested   OverrunKind = iota + 1 // a deadline is no shorter than the one that it is made under
	TooMany                         // what is done under a deadline may take longer than it
	Server                          // a handler allows itself more than its server's WriteTimeout
	Argument                        // a called function is given a deadline that is no shorter than the one around
	Callee                          // a called function, which others may call too, has one that is no shorter
)

// Overrun is a place where times do not fit.
type Overrun struct {
	Kind   OverrunKind
	Node   ast.Node      // what is to be changed
	Time   time.Duration // what Node, or what it calls, allows; not for TooMany
	By     string        // for Server: by what, in words, where Node does not say it
	Limit  time.Duration // what there is
	Outer  ast.Node      // where Limit is set; nil outside of the package
	Why    string        // … in words: "context.WithTimeout (auth.go:22)"
	Via    string        // for Nested: the function that calls Node's, "" where it is the same; for Server: that of another package which makes the handler
	Sum    Expr          // for TooMany
	Pauses bool          // for TooMany: pauses are a part of Sum
	Spend  string        // for TooMany: how Limit comes about: "2s − 300ms margin"
}

// Overruns finds, in source order, where the times of this package cannot fit. Only what is certain counts: a symbol is
// nothing, and a helper's deadline is judged only where all that call it are in sight.
func (r *Result) Overruns() []Overrun {
	if r.m == nil {
		return nil
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	o := &overruns{model: r.m, callers: map[*syntax.Func]*callers{}}
	for _, f := range o.Funcs {
		if n := o.plans[f]; n != nil {
			o.nested(n, f, nil)
		}
	}
	o.helpers()
	for _, f := range o.Funcs {
		if n := o.plans[f]; n != nil {
			o.sums(n)
		}
	}
	for _, e := range r.Entries {
		o.entry(e)
	}
	o.servers(r.Entries)
	slices.SortStableFunc(o.found, func(a, b Overrun) int { return o.Order(a.Node, b.Node) })
	return o.found
}

type overruns struct {
	*model
	callers map[*syntax.Func]*callers
	behind  map[*syntax.Func]bool // functions behind interfaces
	found   []Overrun
}

// callers are the deadlines under which a function of this package is called.
type callers struct {
	open bool // one calls it without a deadline that is known
	most *Node
	by   string
}

// nested looks at each deadline under the ones around it, and notes what is called there.
func (o *overruns) nested(n *Node, in *syntax.Func, around []*Node) {
	switch n.Kind {
	case Free:
		if n.Levels < 0 || n.Levels > len(around) {
			around = nil
		} else {
			around = around[:len(around)-n.Levels]
		}
	case Bounded:
		if outer := shortest(around); outer != nil && n.node != nil && n.Name == "" && n.Time.D >= outer.Time.D {
			o.found = append(o.found, Overrun{Kind: Nested, Node: n.node, Time: n.Time.D, Limit: outer.Time.D, Outer: outer.node, Why: outer.Time.Why})
		}
		around = append(slices.Clip(around), n)
	case Ref:
		if n.Abstract {
			return
		}
		f := o.Decl(o.funcOf[n.Key])
		if f != nil {
			o.called(f, in, shortest(around))
		}
		o.callee(n, f, shortest(around))
		return
	}
	for i := range n.Kids {
		o.nested(&n.Kids[i], in, around)
	}
}

// shortest is the deadline that counts among those around.
func shortest(around []*Node) (best *Node) {
	for _, n := range around {
		if n.Time.D > 0 && (best == nil || n.Time.D < best.Time.D) {
			best = n
		}
	}
	return best
}

func (o *overruns) called(f, by *syntax.Func, under *Node) {
	c := o.callers[f]
	if c == nil {
		c = &callers{}
		o.callers[f] = c
	}
	switch {
	case under == nil:
		c.open = true
	case c.most == nil || under.Time.D > c.most.Time.D:
		c.most, c.by = under, by.Name()
	}
}

// helpers judges the deadlines that a function makes out of its caller's context, where all callers are in sight.
func (o *overruns) helpers() {
	for _, f := range o.Funcs {
		c := o.callers[f]
		if c == nil || c.open || c.most == nil || o.elsewhere(f) {
			continue
		}
		for _, n := range outermost(o.plans[f]) {
			if n.node != nil && n.Time.D >= c.most.Time.D {
				o.found = append(o.found, Overrun{Kind: Nested, Node: n.node, Time: n.Time.D, Limit: c.most.Time.D,
					Outer: c.most.node, Why: c.most.Time.Why, Via: c.by})
			}
		}
	}
}

// elsewhere: f may be called from out of sight.
func (o *overruns) elsewhere(f *syntax.Func) bool {
	if o.behind == nil {
		o.behind = map[*syntax.Func]bool{}
		for _, impls := range o.impls {
			for _, fn := range impls {
				o.behind[o.Decl(fn)] = true
			}
		}
	}
	return f.Obj.Exported() || o.behind[f] || o.valued(f.Obj)
}

// callee compares the deadlines that a called function makes with the one around the call: those that the call decides by
// an argument, and those of functions that helpers does not judge, since others may call them. f is nil where the
// function is in another package.
func (o *overruns) callee(ref *Node, f *syntax.Func, around *Node) {
	if around == nil || ref.node == nil || ref.Name != "" {
		return
	}
	plan := o.lookup(ref)
	if f != nil {
		plan = o.plans[f] // as helpers sees it: what f calls is judged there
	}
	if plan == nil {
		return
	}
	for _, n := range outermost(plan) {
		own := n.Time
		kind := Callee
		if own.From.Index > 0 && ref.binding != nil {
			own, kind = ref.binding.span(own.From), Argument
		} else if f != nil && !o.elsewhere(f) {
			continue
		}
		if own.D < around.Time.D || n.Name != "" || kind == Callee && own.D >= backstop*around.Time.D {
			continue
		}
		o.found = append(o.found, Overrun{Kind: kind, Node: ref.node, Time: own.D, Limit: around.Time.D, Outer: around.node,
			Why: around.Time.Why})
		return
	}
}

// backstop: a function's own limit that is so many times its caller's is there for callers that have none.
const backstop = 5

// outermost are the deadlines of a plan that hear the caller's.
func outermost(n *Node) (out []*Node) {
	n.Each(func(k *Node) bool {
		if k.Kind == Bounded {
			out = append(out, k)
		}
		return k.Kind != Bounded && k.Kind != Free && k.Kind != Ref
	})
	return out
}

// sums compares what is done under each deadline with it.
func (o *overruns) sums(n *Node) {
	n.Each(func(k *Node) bool {
		if k.Kind == Bounded && k.Time.D > 0 && k.node != nil && k.Name == "" {
			o.tooMany(k.node, &k.Kids[0], k.Time.D, Short(k.Time.D)+" by "+k.Time.Why)
		}
		return true
	})
}

func (o *overruns) entry(e Entry) {
	if e.Total <= 0 || e.Plan == nil {
		return
	}
	spend, how := e.Total, Short(e.Total)
	if e.Margin > 0 {
		spend -= e.Margin
		how = Short(spend) + " (" + Short(e.Total) + " − " + Short(e.Margin) + " margin)"
	}
	var at ast.Node = e.Func.Type
	if d, ok := e.Func.Node.(*ast.FuncDecl); ok {
		at = d.Name
	}
	for _, f := range o.found { // the deadline that makes the total
		if f.Kind == TooMany && f.Limit == spend && o.Around(f.Node) == e.Func {
			return
		}
	}
	o.tooMany(at, e.Plan, spend, how+" by "+e.TotalWhy)
}

func (o *overruns) tooMany(at ast.Node, body *Node, limit time.Duration, how string) {
	whole := deliberate(Expand(*body, o.lookup), limit, false).ended()
	heard := whole.shares().level(0)
	if d, _ := heard.Least(); d <= limit {
		return
	}
	for _, f := range o.found { // the deadline inside it that is too long says it better
		if (f.Kind == Nested || f.Kind == Argument) && at.Pos() <= f.Node.Pos() && o.Around(f.Node) == o.Around(at) {
			return
		}
	}
	o.found = append(o.found, Overrun{Kind: TooMany, Node: at, Limit: limit, Sum: heard.closed(), Spend: how, Pauses: whole.pauses()})
}

// deliberate leaves of a plan the times that somebody planned with: deadlines, the contract's, and the limits of what is
// tried again. The Timeout of a client that all calls share, or a library's default, is there for the day when nothing
// else works; two calls of 30s each under 30s are no mistake. A deadline that is no shorter than limit is somebody
// else's.
func deliberate(n Node, limit time.Duration, again bool) Node {
	switch {
	case n.Kind == Call && !again && n.Name == "" && !strings.HasPrefix(n.Time.Why, byArgument),
		n.Kind == Call && n.Time.Sym != "", n.Kind == Call && n.Time.D >= limit, n.Kind == Bounded && n.Time.D >= limit:
		n.Time = Span{}
	}
	kids := make([]Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = deliberate(k, limit, again || n.Kind == Retry)
	}
	n.Kids = kids
	return n
}
