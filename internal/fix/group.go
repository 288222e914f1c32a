package fix

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ownGroup is how insertImport writes a spec that opens a group of its own behind the others.
const ownGroup = "\n\n\t"

// oneGroup puts the imports that would each open a group of their own at one place into one, in gofmt's order.
func oneGroup(edits []analysis.TextEdit) []analysis.TextEdit {
	at := map[token.Pos][]string{}
	opens := func(e analysis.TextEdit) bool {
		return e.Pos == e.End && strings.HasPrefix(string(e.NewText), ownGroup) && strings.HasSuffix(string(e.NewText), `"`)
	}
	for _, e := range edits {
		if spec := strings.TrimPrefix(string(e.NewText), ownGroup); opens(e) && !slices.Contains(at[e.Pos], spec) {
			at[e.Pos] = append(at[e.Pos], spec)
		}
	}
	out := slices.DeleteFunc(slices.Clone(edits), opens) // what joins the last group goes before a new one
	for _, pos := range slices.Sorted(maps.Keys(at)) {
		path := func(spec string) string { return spec[strings.IndexByte(spec, '"'):] }
		slices.SortFunc(at[pos], func(a, b string) int { return strings.Compare(path(a), path(b)) })
		out = append(out, insert(pos, ownGroup+strings.Join(at[pos], "\n\t")))
	}
	return out
}
