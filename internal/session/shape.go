package session

import (
	"crypto/sha256"
	"fmt"
	"go/types"
	"hash"
)

// shapeOf digests all that importers of a package can see of its types: what it exports, and its other named types,
// since what it exports leads to them. Positions are left out, so that a new line above a function changes nothing
// for those who call it. What it cannot see are types declared inside of functions that leave through an inferred type.
func shapeOf(pkg *types.Package) (sum [sha256.Size]byte) {
	h := sha256.New()
	qualify := func(p *types.Package) string { return p.Path() }
	fmt.Fprintln(h, pkg.Name(), pkg.GoVersion())
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if _, isType := obj.(*types.TypeName); !isType && !obj.Exported() {
			continue
		}
		fmt.Fprintln(h, types.ObjectString(obj, qualify))
		switch obj := obj.(type) {
		case *types.Const:
			fmt.Fprintln(h, obj.Val().ExactString())
		case *types.TypeName:
			methods(h, obj, qualify)
		}
	}
	for _, imp := range pkg.Imports() {
		fmt.Fprintln(h, imp.Path())
	}
	h.Sum(sum[:0])
	return sum
}

func methods(h hash.Hash, obj *types.TypeName, qualify types.Qualifier) {
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return
	}
	fmt.Fprintln(h, types.TypeString(named.Underlying(), qualify)) // with the tags of fields
	for m := range named.Methods() {
		fmt.Fprintln(h, types.ObjectString(m, qualify))
	}
}
