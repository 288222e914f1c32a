// Package planview shows call plans: as a tree in a terminal, as JSON, as a graph and as a page. It decides nothing
// about them.
package planview

import (
	"fmt"
	"io"
	"strings"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// Entry is one entry point, ready to be shown.
type Entry struct {
	Name, Route, Package, File string
	Line                       int
	callplan.Entry
}

// Tree writes entries as text.
func Tree(w io.Writer, entries []Entry) error {
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		name := e.Name
		if e.Route != "" {
			name = e.Route + "  " + e.Name
		}
		fmt.Fprintf(w, "%s  %s:%d\n", name, e.File, e.Line)
		fmt.Fprintf(w, "  worst case %s\n", e.Plan.Worst().Total())
		tree(w, e.Plan, "  ")
	}
	return nil
}

func tree(w io.Writer, n *callplan.Node, indent string) {
	switch n.Kind {
	case callplan.Seq, callplan.Free:
		for i := range n.Kids {
			tree(w, &n.Kids[i], indent)
		}
		return
	case callplan.Call, callplan.Ref:
		var tags []string
		if n.Name != "" {
			tags = append(tags, n.Name)
		}
		tags = append(tags, n.Protocol)
		if n.Class != "" {
			tags = append(tags, n.Class)
		}
		if n.Time.D > 0 || n.Time.Sym != "" {
			tags = append(tags, "≤ "+n.Worst().String())
		}
		fmt.Fprintf(w, "%s%s (%s) %s\n", indent, n.What, strings.Join(tags, ", "), n.At)
	default:
		fmt.Fprintf(w, "%s%s n=%v limit=%v time=%v %s %s\n", indent, n.Kind, n.N, n.Limit, n.Time, n.Name, n.At)
	}
	for i := range n.Kids {
		tree(w, &n.Kids[i], indent+"  ")
	}
}
