package planview

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// Tree writes entries as text for a terminal.
func Tree(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	for i := range entries {
		if i > 0 {
			fmt.Fprintln(b)
		}
		e := &entries[i]
		fmt.Fprint(b, e.Title())
		if e.Route != "" {
			fmt.Fprint(b, "  ", e.Name)
		}
		fmt.Fprintf(b, "  %s:%d\n", e.File, e.Line)
		fmt.Fprintf(b, "  %s\n", e.headline())
		if d, ok := e.Plan.Usual(); ok && d > 0 {
			fmt.Fprintf(b, "  usually: %s\n", usual(e.Plan, d))
		}
		if s, _, ok := e.Suggested(); ok && s.Bounded && s.Text != e.Worst().Text {
			fmt.Fprintf(b, "  in parallel: %s\n", s.Text)
		} else if ok && !s.Bounded {
			fmt.Fprintf(b, "  in parallel: what has the same ∥ number, and the rounds of a loop with ∥, need not wait for each other\n")
		}
		t := tree{w: b}
		t.kids([]callplan.Node{*e.Plan}, "  ")
	}
	return b.Flush()
}

type tree struct {
	w         io.Writer
	deadlines int // around
}

// kids writes nodes one below the other with lines that show what belongs together.
func (t tree) kids(nodes []callplan.Node, indent string) {
	flat := nodes
	if len(nodes) == 1 { // of several, each is a branch of its own
		flat = unwrap(nodes[0])
	}
	for i, n := range flat {
		branch, below := "├─ ", "│  "
		if i == len(flat)-1 {
			branch, below = "└─ ", "   "
		}
		t.node(n, indent+branch, indent+below)
	}
}

// unwrap drops the levels that say nothing in a tree. A Free says something about a call. What is done instead of the rest
// stands before it and says so.
func unwrap(n callplan.Node) []callplan.Node {
	if n.Kind == callplan.Free && n.Kids[0].Kind == callplan.Seq {
		n = n.Kids[0]
	}
	if n.Kind != callplan.Seq && !instead(&n) {
		return []callplan.Node{n}
	}
	var out []callplan.Node
	for _, k := range n.Kids {
		out = append(out, unwrap(k)...)
	}
	return out
}

// instead: the first of two alternatives is done instead of the rest, which is the other.
func instead(n *callplan.Node) bool {
	return n.Kind == callplan.Alt && len(n.Kids) == 2 && n.Kids[0].Kind == callplan.If && n.Kids[0].Ends
}

func (t tree) node(n callplan.Node, indent, below string) {
	if l, ok := chain(&n); ok {
		cond := l.condition()
		if n.Kind == callplan.If && n.What == "" {
			cond = "otherwise: " + cond
		}
		fmt.Fprintf(t.w, "%s%s%s\n", indent, cond, call(l, t.deadlines > 0 && l.deaf != 0))
		return
	}
	for n.Kind == callplan.Free {
		n = n.Kids[0]
	}
	if n.Kind == callplan.Bounded {
		t.deadlines++
	}
	fmt.Fprintf(t.w, "%s%s\n", indent, title(&n))
	if n.Kind == callplan.Seq {
		n.Kids = unwrap(n)
	}
	if n.Kind == callplan.Alt {
		n.Kids = named(n.Kids)
	}
	t.kids(n.Kids, below)
}

// named gives the alternative without a condition one, where others have one.
func named(kids []callplan.Node) []callplan.Node {
	is := func(k callplan.Node) bool { return k.Kind == callplan.If }
	if !slices.ContainsFunc(kids, is) {
		return kids
	}
	out := slices.Clone(kids)
	for i, k := range out {
		if !is(k) {
			out[i] = callplan.Node{Kind: callplan.If, Kids: []callplan.Node{k}}
		}
	}
	return out
}

// when spells a condition.
func when(n *callplan.Node) string {
	switch {
	case n.What == "":
		return "otherwise"
	case n.Ends:
		return "if " + n.What + ", instead of the rest"
	}
	return "if " + n.What
}

// call is the line of a call; outside says that it does not hear the deadline around it.
func call(l leaf, outside bool) string {
	var b strings.Builder
	if l.name != "" {
		b.WriteString(l.name + "  ")
	}
	b.WriteString(l.What)
	if len(l.via) > 0 {
		b.WriteString(" by " + strings.Join(l.via, " → "))
	}
	b.WriteString("  " + short(l.at))
	var tags []string
	if l.Protocol != "" {
		tags = append(tags, l.Protocol)
	}
	if l.Write {
		tags = append(tags, "write")
	}
	if l.Likely {
		tags = append(tags, "probably remote")
	}
	if l.class != "" {
		tags = append(tags, l.class)
	}
	if l.ignored {
		tags = append(tags, "error ignored")
	}
	if outside {
		tags = append(tags, "outside the deadline")
	}
	if l.Time.Sym == l.What && l.What != "" {
		tags = append(tags, "takes no context")
	} else if l.Time != (callplan.Span{}) {
		tags = append(tags, "≤ "+l.Time.String())
	}
	if l.wave > 0 {
		tags = append(tags, fmt.Sprintf("∥%d", l.wave))
	}
	if len(tags) > 0 {
		b.WriteString("  [" + strings.Join(tags, ", ") + "]")
	}
	return b.String()
}

// title is the line of anything that has more below it.
func title(n *callplan.Node) string {
	s := ""
	switch n.Kind {
	case callplan.Seq:
		return "one after the other"
	case callplan.Par:
		s = "at the same time"
		if n.N.N > 0 {
			s += ", " + n.N.String() + " of them"
		}
	case callplan.Each:
		s = "for each of " + n.N.String() + ", at the same time"
		if n.Limit == (callplan.Count{}) {
			s += ", without limit"
		} else {
			s += ", " + n.Limit.String() + " of them"
		}
	case callplan.Loop:
		s = "for each of " + n.N.String() + ", one after the other"
		switch {
		case n.N.N > 0:
			s = n.N.String() + " times"
		case n.N.Sym == "∞":
			s = "again and again"
		}
		if n.Wave > 0 {
			s += "  [∥: the rounds do not need each other]"
		}
	case callplan.Retry:
		s = attempts(n)
	case callplan.Bounded:
		s = "within " + n.Time.String()
		if n.Name != "" {
			s = n.Name + " within " + n.Time.String()
		}
		if n.Class != "" {
			s += "  [" + n.Class + "]"
		}
	case callplan.Alt:
		s = "one of"
	case callplan.Async:
		s = "started, and not waited for"
	case callplan.Wait:
		return waiting(n) + "  " + short(n.At)
	case callplan.If:
		s = when(n)
	case callplan.Ref:
		s = brief(n.What)
		if n.Name != "" {
			s = n.Name + "  " + s
		}
		if n.Ignored {
			s += "  [error ignored]"
		}
		if n.Wave > 0 {
			s += fmt.Sprintf("  [∥%d]", n.Wave)
		}
	}
	if n.At != "" {
		s += "  " + short(n.At)
	}
	return s
}

// waiting says how long a Wait is, or what for.
func waiting(n *callplan.Node) string {
	switch {
	case n.What == "":
		return "waits " + n.Time.String()
	case n.Time == (callplan.Span{}):
		return "waits for " + n.What
	}
	return "waits for " + n.What + ", " + n.Time.String() + " at most"
}

// attempts says how often a Retry tries. A number that is not known is called "attempts" in sums.
func attempts(n *callplan.Node) string {
	s := "several attempts"
	if n.N.N > 0 {
		s = "tried up to " + n.N.String() + " times"
	}
	if n.Time != (callplan.Span{}) {
		s += ", " + n.Time.String() + " apart"
	}
	return s
}
