package catalog

import "go/types"

// Matcher gives the test of one row alone, whatever rows stand before it. It is for the proof in check that every row
// meets a real function; Lookup is what analysis asks.
func Matcher(r Row) func(*types.Func) bool {
	ix := newIndex([]Row{r}, sinkPattern)
	return func(fn *types.Func) bool {
		s, ok := subjectOf(fn)
		return ok && (ix.find(s) != nil || ix.findShape(s) != nil)
	}
}
