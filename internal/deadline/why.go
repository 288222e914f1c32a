package deadline

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
)

// why describes the innermost downstream call at pos; "" where there is none.
func (m *model) why(pos token.Pos) string {
	var best *downstream.Call
	for _, c := range m.down.Calls {
		if c.Expr.Pos() <= pos && pos < c.Expr.End() && (best == nil || best.Expr.Pos() < c.Expr.Pos() || best.Expr.End() > c.Expr.End()) {
			best = c
		}
	}
	if best == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", best.Name())
	for _, n := range m.at(best) {
		effect := "write"
		if n.Sink.Effect == 1 {
			effect = "read"
		}
		fmt.Fprintf(&b, "  reaches %s (%s, %s)\n", n.Name, n.Sink.Protocol, effect)
		for _, hop := range n.Path {
			fmt.Fprintf(&b, "    through %s\n", hop)
		}
		fmt.Fprintf(&b, "  context: %s\n", m.describe(n.Ctx))
		fmt.Fprintf(&b, "  beside it: %s\n", describeClient(n.Client))
		if n.Sink.Default > 0 {
			fmt.Fprintf(&b, "  the client gives up by itself: %s\n", n.Sink.DefaultWhy)
		}
	}
	if h, async := m.hand(best); h != nil {
		fmt.Fprintf(&b, "  at hand: %s\n", h.Expr)
		if why := m.deliberate(best, h); why != "" {
			fmt.Fprintf(&b, "  left aside on purpose: %s\n", why)
		}
	} else if async {
		fmt.Fprintf(&b, "  at hand: nothing, the call runs in a goroutine that nobody waits for\n")
	}
	for _, f := range m.found {
		if f.Call == best {
			fmt.Fprintf(&b, "  reported by %s\n", f.Rule)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func (m *model) describe(c Ctx) string {
	s := [...]string{"unknown", "a root context, which nothing ends", "none", "the incoming request's, without a deadline",
		"a parameter of the function", "kept in a field or variable"}[c.Origin]
	if c.Origin == Param && c.Owner != nil && c.Owner.Sig != nil && c.Index >= 0 {
		s = "parameter " + c.Owner.Sig.Params().At(c.Index).Name() + ", callers decide"
	}
	if c.Expr != nil && c.Origin != None {
		s += fmt.Sprintf(" (line %d)", m.pass.Fset.Position(c.Expr.Pos()).Line)
	}
	switch {
	case c.Bounded:
		s += ", with a deadline"
	case c.Maybe:
		s += ", with a deadline on some paths"
	}
	return s
}

func describeClient(c Client) string {
	switch c.State {
	case NoLimit:
		return "nothing that could bound the call"
	case Limited:
		return "a limit: " + c.Why
	case Unlimited:
		return c.Why
	case ParamLimit:
		return "a parameter of the function, callers decide"
	}
	return "a client whose limit cannot be told"
}
