package planview

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// Diff writes what changed from one plan to another, for a pull request: entries that came and went, calls that were
// added and removed, and the worst case before and after. changed is false where it wrote that nothing did.
func Diff(w io.Writer, old, now []Entry) (changed bool, err error) {
	b := bufio.NewWriter(w)
	before := map[string]*Entry{}
	for i := range old {
		before[old[i].Key()] = &old[i]
	}
	for i := range now {
		e := &now[i]
		was := before[e.Key()]
		delete(before, e.Key())
		if was == nil {
			changed = true
			fmt.Fprintf(b, "+ %s  %s:%d\n    %s, %s\n", e.Title(), e.File, e.Line, howMany(e.Plan), e.headline())
			continue
		}
		changed = entryDiff(b, was, e) || changed
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		changed = true
		fmt.Fprintf(b, "- %s\n", before[key].Title())
	}
	if !changed {
		fmt.Fprintln(b, "the plans are the same")
	}
	return changed, b.Flush()
}

func entryDiff(w io.Writer, was, is *Entry) bool {
	a, b := was.Worst(), is.Worst()
	added, removed := compare(counts(was.Plan), counts(is.Plan))
	if a.Text == b.Text && len(added) == 0 && len(removed) == 0 && was.Total == is.Total {
		return false
	}
	fmt.Fprintf(w, "~ %s  %s:%d\n", is.Title(), is.File, is.Line)
	if a.Text != b.Text {
		fmt.Fprintf(w, "    worst case %s: %s → %s\n", direction(a, b), a.Text, b.Text)
	}
	if was.Total != is.Total {
		fmt.Fprintf(w, "    total: %s → %s\n", callplan.Short(was.Total), callplan.Short(is.Total))
	}
	if b.Over && !a.Over {
		fmt.Fprintf(w, "    now over its time of %s\n", callplan.Short(is.Total-is.Margin))
	}
	if a.Over && !b.Over {
		fmt.Fprintf(w, "    no longer over its time of %s\n", callplan.Short(was.Total-was.Margin))
	}
	for _, s := range added {
		fmt.Fprintf(w, "    + %s\n", s)
	}
	for _, s := range removed {
		fmt.Fprintf(w, "    - %s\n", s)
	}
	return true
}

func direction(a, b Worst) string {
	switch {
	case a.Bounded && !b.Bounded, a.Bounded == b.Bounded && b.AtLeast > a.AtLeast:
		return "up"
	case !a.Bounded && b.Bounded, a.Bounded == b.Bounded && b.AtLeast < a.AtLeast:
		return "down"
	}
	return "changed"
}

// counts says how often each call stands in a plan, by the downstream's name or the function that makes it; lines move,
// and do not count.
func counts(n *callplan.Node) map[string]int {
	out := map[string]int{}
	tally(out, n, "", "")
	return out
}

// tally counts the calls below n. name is that of the downstream, cond the condition under which they are made: a call
// that is now made always, or no longer, is another.
func tally(out map[string]int, n *callplan.Node, name, cond string) {
	l, ok := chain(n)
	if !ok {
		if n.Name != "" {
			name = n.Name
		}
		if n.Kind == callplan.If {
			cond = ", if " + n.What
		}
		for i := range n.Kids {
			tally(out, &n.Kids[i], name, cond)
		}
		return
	}
	if len(l.when) > 0 {
		cond = ", if " + l.when[len(l.when)-1]
	}
	if l.name != "" {
		name = l.name
	} else if name == "" && len(l.via) > 0 {
		name = l.via[0]
	}
	if name == "" {
		out[l.What+cond]++
	} else {
		out[name+"  "+l.What+cond]++
	}
}

func compare(was, is map[string]int) (added, removed []string) {
	for _, name := range slices.Sorted(maps.Keys(is)) {
		for range is[name] - was[name] {
			added = append(added, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		for range was[name] - is[name] {
			removed = append(removed, name)
		}
	}
	return added, removed
}
