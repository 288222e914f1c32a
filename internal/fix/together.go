package fix

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// What fixes that put several calls under way at once have in common.

// ReadsOn: a value of type t is read after the call that gave it, and has to be closed: it must not be got early, nor
// under a context that ends before it does.
func ReadsOn(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	return readsOn(t, 0)
}

func readsOn(t types.Type, depth int) bool {
	if syntax.IsContext(t) || syntax.Is(t, "net/http", "Response") {
		return true
	}
	for _, name := range []string{"Close", "Read", "Next", "Recv"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ProtoReflect"); obj != nil || depth > 3 {
		return false // a message, whose insides are its own affair
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return readsOn(u.Elem(), depth+1)
	case *types.Slice:
		return readsOn(u.Elem(), depth+1)
	case *types.Array:
		return readsOn(u.Elem(), depth+1)
	case *types.Map:
		return readsOn(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if readsOn(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// Commented: a comment stands inside n, where a fix that prints n anew would lose it.
func (f *File) Commented(n ast.Node) bool {
	for _, c := range f.Syntax.Comments {
		if n.Pos() < c.Pos() && c.Pos() < n.End() {
			return true
		}
	}
	return false
}

// Print spells a node, which may hold nodes that are not of f.
func (f *File) Print(n ast.Node) (text string, ok bool) {
	var b bytes.Buffer
	err := format.Node(&b, f.Fset, n)
	return b.String(), err == nil
}

// Names gives out fresh names: those of one fix are not those of another one of the same function.
type Names map[*syntax.Func]map[string]bool

// Fresh is FreshName for code of the function in that no other fix was given.
func (n Names) Fresh(f *File, in *syntax.Func, pos token.Pos, base string) string {
	root := in.Root()
	if n[root] == nil {
		n[root] = map[string]bool{}
	}
	got := f.FreshName(pos, base)
	for i := 2; n[root][got]; i++ {
		got = f.FreshName(pos, fmt.Sprintf("%s%d", base, i))
	}
	n[root][got] = true
	return got
}

// Copy is n for one of several fixes of which only one will be made; Add gives its names back.
func (n Names) Copy(in *syntax.Func) Names {
	return Names{in.Root(): maps.Clone(n[in.Root()])}
}

// Add takes the names that other has given out.
func (n Names) Add(other Names) {
	for f, names := range other {
		if n[f] == nil {
			n[f] = map[string]bool{}
		}
		maps.Copy(n[f], names)
	}
}
