package driver

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/baseline"
)

// Gain is what the findings in one function say about the time that it can save.
type Gain struct {
	Function  string // with the last element of the package: shop.(*Server).Page
	Unbounded int    // calls that can take all of a request's time
	Serial    int    // calls that wait for each other
	Loops     int    // loops with a call for each item, one after the other
	spared    int
}

// roundsSpared is what a loop counts for: nobody can tell how many rounds it has, and it has more than the two or three
// for which nobody writes a loop.
const roundsSpared = 3

// Gains are the n functions in which there is most to gain: calls to bound, and waits to spare. Of calls that wait for
// each other, all but one are spared.
func (out *Outcome) Gains(n int) []Gain {
	type function struct{ pkg, name string }
	byFunction := make(map[function]*Gain)
	for _, f := range out.Findings {
		r, ok := analyzers.Lookup(f.Rule)
		if !ok || r.Spends == analyzers.Otherwise || f.keys[0].Function == baseline.None {
			continue
		}
		at := function{f.keys[0].Package, f.keys[0].Function}
		g := byFunction[at]
		if g == nil {
			g = &Gain{Function: path.Base(at.pkg) + "." + at.name}
			byFunction[at] = g
		}
		switch calls := f.calls(); r.Spends {
		case analyzers.Unbounded:
			g.Unbounded += calls
			g.spared += calls
		case analyzers.Serial:
			g.Serial += calls
			g.spared += calls - 1
		case analyzers.Rounds:
			g.Loops++
			g.spared += roundsSpared
		}
	}
	var list []Gain
	for _, at := range slices.SortedFunc(maps.Keys(byFunction), func(a, b function) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
	}) {
		list = append(list, *byFunction[at])
	}
	slices.SortStableFunc(list, func(a, b Gain) int { return cmp.Compare(b.spared, a.spared) })
	return list[:min(n, len(list))]
}

// calls is how many calls the finding is about. Where it stands beside the call that it is about, at the context or the
// request that is given to it, a further place is that call.
func (f Found) calls() int {
	n := len(f.keys)
	if slices.ContainsFunc(f.Related, func(r analysis.RelatedInformation) bool { return strings.HasPrefix(r.Message, "the call: ") }) {
		n--
	}
	return max(1, n)
}
