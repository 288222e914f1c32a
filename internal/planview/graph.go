package planview

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// graph is a plan as nodes and arrows: an arrow says that its end begins when its start is done, what has no arrows in
// between runs at the same time.
type graph struct {
	labels []string
	shapes []string // "entry", "call", "fork"
	arrows []arrow
}

type arrow struct {
	from, to int
	label    string
}

func (g *graph) add(label, shape string) int {
	g.labels, g.shapes = append(g.labels, label), append(g.shapes, shape)
	return len(g.labels) - 1
}

// part is where a piece of the graph begins and ends.
type part struct{ in, out []int }

func (g *graph) entry(e *Entry) {
	start := g.add(e.Title()+"\n"+e.headline(), "entry")
	p := g.node(e.Plan)
	for _, i := range p.in {
		g.arrows = append(g.arrows, arrow{start, i, ""})
	}
}

func (g *graph) node(n *callplan.Node) part {
	if l, ok := chain(n); ok {
		label := l.What + "\n" + short(l.at)
		if l.name != "" {
			label = l.name + "\n" + label
		} else if len(l.via) > 0 {
			label = l.via[0] + "\n" + label
		}
		if l.Time != (callplan.Span{}) {
			label += "\n≤ " + l.Time.String()
		}
		if cond, ok := strings.CutSuffix(l.condition(), ": "); ok {
			label = cond + "\n" + label
		}
		i := g.add(label, "call")
		return part{[]int{i}, []int{i}}
	}
	switch n.Kind {
	case callplan.Seq, callplan.Free, callplan.Ref:
		return g.seq(n.Kids)
	case callplan.Wait:
		i := g.add(title(n), "call")
		return part{[]int{i}, []int{i}}
	case callplan.Par, callplan.Alt:
		fork := g.add(title(n), "fork")
		p := part{in: []int{fork}}
		kids := n.Kids
		if n.Kind == callplan.Alt {
			kids = named(kids)
			if kids[0].Kind == callplan.If && !slices.ContainsFunc(kids, func(k callplan.Node) bool { return k.What == "" }) {
				p.out = append(p.out, fork) // none of them
			}
		}
		for i := range kids {
			k := g.branch(&kids[i])
			g.join([]int{fork}, k.in)
			p.out = append(p.out, k.out...)
		}
		return p
	}
	p := g.headed(n)
	switch n.Kind {
	case callplan.Async:
		p.out = p.in
	case callplan.If: // or not
		p.out = append(p.out, p.in...)
	}
	return p
}

// branch is one of several: one under a condition is not left out, since another is taken then.
func (g *graph) branch(n *callplan.Node) part {
	if n.Kind == callplan.If && len(n.Kids) == 1 {
		if _, ok := chain(n); !ok {
			return g.headed(n)
		}
	}
	return g.node(n)
}

func (g *graph) headed(n *callplan.Node) part {
	head := g.add(title(n), "fork")
	body := g.seq(n.Kids)
	g.join([]int{head}, body.in)
	return part{in: []int{head}, out: body.out}
}

func (g *graph) seq(kids []callplan.Node) (p part) {
	for i := range kids {
		k := g.node(&kids[i])
		if len(p.in) == 0 {
			p.in = k.in
		} else {
			g.join(p.out, k.in)
		}
		p.out = k.out
	}
	return p
}

func (g *graph) join(from, to []int) {
	for _, a := range from {
		for _, b := range to {
			g.arrows = append(g.arrows, arrow{from: a, to: b})
		}
	}
}

// Dot writes entries for Graphviz.
func Dot(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph plan {\n\trankdir=LR; node [shape=box, fontname=\"sans-serif\"];")
	shapes := map[string]string{"entry": "shape=oval", "call": "shape=box", "fork": "shape=box, style=rounded"}
	for i := range entries {
		var g graph
		g.entry(&entries[i])
		fmt.Fprintf(b, "\tsubgraph cluster_%d {\n\t\tlabel=\"%s\";\n", i, dotText(entries[i].Name))
		for j, label := range g.labels {
			fmt.Fprintf(b, "\t\tn%d_%d [%s, label=\"%s\"];\n", i, j, shapes[g.shapes[j]], dotText(label))
		}
		for _, a := range g.arrows {
			fmt.Fprintf(b, "\t\tn%d_%d -> n%d_%d;\n", i, a.from, i, a.to)
		}
		fmt.Fprintln(b, "\t}")
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

func dotText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}

// Mermaid writes entries for Markdown that shows Mermaid diagrams.
func Mermaid(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "flowchart LR")
	for i := range entries {
		var g graph
		g.entry(&entries[i])
		for j, label := range g.labels {
			left, right := `["`, `"]`
			switch g.shapes[j] {
			case "entry":
				left, right = `(["`, `"])`
			case "fork":
				left, right = `("`, `")`
			}
			fmt.Fprintf(b, "  n%d_%d%s%s%s\n", i, j, left, mermaidText(label), right)
		}
		for _, a := range g.arrows {
			fmt.Fprintf(b, "  n%d_%d --> n%d_%d\n", i, a.from, i, a.to)
		}
	}
	return b.Flush()
}

// mermaidText escapes what Mermaid would read as markup.
func mermaidText(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "#quot;", "<", "&lt;", ">", "&gt;", "\n", "<br>", "#", "#35;").Replace(s)
}
