package downstream

import (
	"go/types"
	"strings"
	"sync"

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
		if r.sameModule(imp) || !catalog.KnowsPackage(imp) || iface.NumMethods() < manyMethods && !mentions(fn.Signature(), imp) {
			continue
		}
		for _, t := range r.types.having(imp, fn.Name()) {
			recv := types.NewPointer(t)
			if !types.Implements(recv, iface) {
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

// typeIndex finds the concrete types of a library by the names of their own methods. It is kept for all packages of a
// run, since they import the same libraries; safe for concurrent use.
type typeIndex struct{ packages sync.Map } // *types.Package → map[string][]*types.Named

func (x *typeIndex) having(pkg *types.Package, method string) []*types.Named {
	if m, ok := x.packages.Load(pkg); ok {
		return m.(map[string][]*types.Named)[method]
	}
	byMethod := map[string][]*types.Named{}
	for _, t := range namedTypes(pkg, true) {
		if types.IsInterface(t) || t.TypeParams().Len() > 0 {
			continue
		}
		for m := range t.Methods() {
			byMethod[m.Name()] = append(byMethod[m.Name()], t)
		}
	}
	x.packages.Store(pkg, byMethod)
	return byMethod[method]
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
