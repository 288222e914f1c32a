package downstream

import (
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// imported announces interfaces that are declared here, at their user's, and implemented by a type of a directly
// imported package of the module, as people do to fake a client in tests:
//
//	type apiClient interface { DeleteCodespace(ctx context.Context, name string) error } // *api.API
//
// A small interface that many types could have says nothing, unless its methods name a type of that package.
func (r *runner) imported() {
	var ifaces []*types.Named
	for _, t := range namedTypes(r.pass.Pkg, false) {
		if it, ok := t.Underlying().(*types.Interface); ok && it.NumMethods() > 0 && it.IsMethodSet() && t.TypeParams().Len() == 0 {
			ifaces = append(ifaces, t)
		}
	}
	if len(ifaces) == 0 {
		return
	}
	for _, imp := range r.pass.Pkg.Imports() {
		if !r.sameModule(imp) {
			continue
		}
		for _, t := range namedTypes(imp, true) {
			if types.IsInterface(t) || t.TypeParams().Len() > 0 || !r.reaches(t) {
				continue
			}
			recv := types.NewPointer(t)
			for _, named := range ifaces {
				it := named.Underlying().(*types.Interface)
				if types.Implements(recv, it) && says(it, imp) {
					r.adopt(recv, named, it)
				}
			}
		}
	}
}

func (r *runner) adopt(recv types.Type, named *types.Named, it *types.Interface) {
	for m := range it.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(recv, true, r.pass.Pkg, m.Name())
		impl, ok := obj.(*types.Func)
		if !ok || syntax.IsInterface(impl) {
			continue
		}
		var fact Reaches
		r.pass.ImportObjectFact(impl.Origin(), &fact)
		key := methodKey(named.Obj(), m.Name())
		r.impls[key], _ = addReach(r.impls[key], fact.Reach, "")
		r.Adopted = append(r.Adopted, Adoption{key, impl.Origin()})
	}
}

// reaches: some method of t, of another package, reaches a downstream.
func (r *runner) reaches(t *types.Named) bool {
	for m := range t.Methods() {
		var fact Reaches
		if m.Exported() && r.pass.ImportObjectFact(m, &fact) {
			return true
		}
	}
	return false
}

// says: the interface is about imp's types, or large enough that nothing else implements it by chance.
func says(it *types.Interface, imp *types.Package) bool {
	if it.NumMethods() >= manyMethods {
		return true
	}
	for m := range it.Methods() {
		if mentions(m.Signature(), imp) {
			return true
		}
	}
	return false
}

// manyMethods: an interface with so many methods describes one type.
const manyMethods = 3
