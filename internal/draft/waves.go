package draft

import (
	"slices"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/learn"
	"github.com/budgetlint/budgetlint/internal/planview"
)

// Waits lists the places below entry points where calls wait for each other without need, by the names of what they
// call, each place once.
func Waits(entries []planview.Entry) (out []learn.Finding) {
	for i := range entries {
		entries[i].Plan.Each(func(n *callplan.Node) bool {
			for _, f := range waitsOf(n) {
				if !slices.ContainsFunc(out, func(o learn.Finding) bool { return o.At == f.At && o.Rule == f.Rule }) {
					out = append(out, f)
				}
			}
			return true
		})
	}
	return out
}

func waitsOf(n *callplan.Node) (out []learn.Finding) {
	if n.Kind == callplan.Loop && n.Wave > 0 {
		return []learn.Finding{{At: n.At, Rule: "seqloop", Names: names(&n.Kids[0])}}
	}
	if n.Kind != callplan.Seq {
		return nil
	}
	waves := map[int]int{}
	for i := range n.Kids {
		k := &n.Kids[i]
		for k.Kind == callplan.Free {
			k = &k.Kids[0]
		}
		if k.Wave == 0 || k.Kind == callplan.Loop {
			continue
		}
		at, seen := waves[k.Wave]
		if !seen {
			at = len(out)
			waves[k.Wave] = at
			out = append(out, learn.Finding{At: k.At, Rule: "seqcalls"})
		}
		out[at].Names = append(out[at].Names, names(k)...)
	}
	return slices.DeleteFunc(out, func(f learn.Finding) bool { return len(f.Names) < 2 })
}

// names are the downstreams below a node.
func names(n *callplan.Node) (out []string) {
	for _, d := range Dependencies([]planview.Entry{{Plan: n}}) {
		out = append(out, d.Name)
	}
	return out
}
