package effect

import (
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Batch names a function beside the called one that seems to answer for many items at once; "" for none.
func (c Member) Batch() string {
	fn := c.Fn
	if fn == nil {
		return ""
	}
	words := syntax.Words(fn.Name())
	noun := words[len(words)-1]
	best := ""
	consider := func(o *types.Func) {
		if best == "" && o.Name() != fn.Name() && (o.Exported() || c.In.Root().Obj != nil && o.Pkg() == c.In.Root().Obj.Pkg()) && manyOf(o, words, noun) {
			best = o.Name()
		}
	}
	if recv := fn.Signature().Recv(); recv != nil {
		set := types.NewMethodSet(recv.Type())
		for i := range set.Len() {
			if o, ok := set.At(i).Obj().(*types.Func); ok {
				consider(o)
			}
		}
		return best
	}
	if fn.Pkg() == nil {
		return ""
	}
	for _, name := range fn.Pkg().Scope().Names() {
		if o, ok := fn.Pkg().Scope().Lookup(name).(*types.Func); ok {
			consider(o)
		}
	}
	return best
}

// manyOf: o is named for many of what the words name, and asks rather than changes: GetProducts, BatchGetProduct,
// MGetUser, ListProductsByIDs.
func manyOf(o *types.Func, words []string, noun string) bool {
	if !catalog.ReadVerb(o.Name()) && !syntax.HasWord(o.Name(), "batch", "bulk", "multi", "mget") {
		return false
	}
	other := syntax.Words(o.Name())
	marked := syntax.HasWord(o.Name(), "batch", "bulk", "multi", "many", "mget", "ids", "keys")
	if slices.Contains(other, noun+"s") || slices.Contains(other, noun+"es") {
		return marked || other[0] == words[0] && takesMany(o)
	}
	return marked && slices.Contains(other, noun)
}

// takesMany: one of its parameters is a slice, or the request of a generated client.
func takesMany(o *types.Func) bool {
	for v := range o.Signature().Params().Variables() {
		switch t := v.Type().Underlying().(type) {
		case *types.Slice:
			if n := syntax.NameOf(t.Elem()); n == nil || !syntax.HasWord(n.Name(), "option", "opt") {
				return true
			}
		case *types.Map:
			return true
		}
	}
	return false
}
