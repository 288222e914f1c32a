package downstream

import (
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// library finds the sink behind a method of the module's own interface that a type of a directly imported library
// implements: people wrap an SDK's client in an interface to fake it in tests.
//
//	type changesCall interface { Do(opts ...googleapi.CallOption) (*dns.Change, error) } // *dns.ChangesCreateCall
//
// A method that many types could have, such as Ping() error, decides nothing: its signature has to name a type of the
// library's module, or the interface has to be larger.
func (r *runner) library(fn *types.Func) *catalog.Sink {
	if s, ok := r.libs[fn]; ok {
		return s
	}
	r.libs[fn] = nil
	named := syntax.NameOf(fn.Signature().Recv().Type())
	if named == nil || named.Pkg() != r.pass.Pkg && !r.sameModule(named.Pkg()) {
		return nil
	}
	iface, ok := named.Type().Underlying().(*types.Interface)
	if !ok || !iface.IsMethodSet() {
		return nil
	}
	for _, imp := range r.pass.Pkg.Imports() {
		if !catalog.KnowsPackage(imp) || iface.NumMethods() < manyMethods && !mentions(fn.Signature(), imp) {
			continue
		}
		for _, t := range namedTypes(imp, true) {
			recv := types.NewPointer(t)
			if types.IsInterface(t) || t.TypeParams().Len() > 0 || !types.Implements(recv, iface) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(recv, true, imp, fn.Name())
			if impl, ok := obj.(*types.Func); ok {
				if s, ok := catalog.Lookup(impl); ok {
					r.libs[fn] = &s
					return &s
				}
			}
		}
	}
	return nil
}

// mentions reports whether a parameter or result is of a type that imp, or a package below the same root, declares.
func mentions(sig *types.Signature, imp *types.Package) bool {
	root := imp.Path()
	if parts := strings.SplitN(root, "/", 4); len(parts) > 2 {
		root = strings.Join(parts[:3], "/")
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			t := v.Type()
			if s, ok := t.(*types.Slice); ok {
				t = s.Elem()
			}
			if n := syntax.NameOf(t); n != nil && n.Pkg() != nil && strings.HasPrefix(n.Pkg().Path(), root) && n.Pkg().Path() != "context" {
				return true
			}
		}
	}
	return false
}
