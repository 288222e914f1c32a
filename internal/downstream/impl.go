package downstream

import (
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// implementations announces, for the interfaces in sight (declared here or exported by a direct import of the main
// module), which of their methods a type of this package implements by a method that reaches a downstream.
func (r *runner) implementations() (grew bool) {
	r.Result.each = r.eachImplementation
	add := func(method string, reach []Reach) {
		all, more := addReach(r.impls[method], reach, "")
		r.impls[method], grew = all, grew || more
	}
	r.eachImplementation(func(method string, impl *types.Func) {
		if f := r.Syntax.Decl(impl); f != nil {
			if len(r.reach[f]) > 0 || !r.decorates(f, method) && !r.leansOn(f, 0) {
				add(method, r.reach[f])
			}
			return
		}
		var fact Reaches // promoted from an embedded type of another package
		if impl.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(impl, &fact) {
			add(method, fact.Reach)
		}
	})
	return grew
}

// decorates: the implementation calls the same interface method in turn (a cache or a log around another
// implementation), so it decides nothing.
func (r *runner) decorates(f *syntax.Func, method string) bool {
	return slices.ContainsFunc(r.byFunc[f], func(c *Call) bool { return syntax.IsInterface(c.Fn) && r.MethodKey(c) == method })
}

// standsIn: a type that is there in the place of another one, such as NoopService, decides nothing.
func standsIn(name string) bool {
	return syntax.HasWord(name, "noop", "nop", "null", "nil", "empty", "fake", "mock", "stub", "dummy", "disabled", "unimplemented", "test")
}

// leansOn: the implementation calls, itself or through functions of this package, what is probably remote: another layer
// whose implementation is out of sight, so that it decides nothing.
func (r *runner) leansOn(f *syntax.Func, depth int) bool {
	return depth <= MaxHops && slices.ContainsFunc(r.byFunc[f], func(c *Call) bool {
		if c.Func != nil && c.Func != f {
			return r.leansOn(c.Func, depth+1)
		}
		return syntax.IsInterface(c.Fn) && r.sounds(c.Fn)
	})
}

// MethodKey names the interface method that a call runs: by the static type of its receiver, which may be a larger
// interface than the one that declares the method, and so have fewer implementations.
func (r *Result) MethodKey(c *Call) string {
	if c.Fn != nil && c.Recv != nil {
		if t := r.Syntax.Info.TypeOf(c.Recv); t != nil && types.IsInterface(t) {
			if n := syntax.NameOf(t); n != nil && n.Pkg() != nil {
				return methodKey(n, c.Fn.Name())
			}
		}
	}
	return Key(c.Fn)
}

func methodKey(iface *types.TypeName, method string) string {
	return iface.Pkg().Path() + "." + iface.Name() + "." + method
}

// eachImplementation calls f for each pair of an interface method in sight, by its key, and the method of a type
// declared here that implements it.
func (r *runner) eachImplementation(f func(method string, impl *types.Func)) {
	var concrete, silent []*types.Named // silent: none of its methods leads anywhere, which is an answer too
	for _, t := range namedTypes(r.pass.Pkg, false) {
		if _, ok := t.Underlying().(*types.Interface); ok {
			continue
		}
		if r.mayMatter(t) {
			concrete = append(concrete, t)
		} else if t.NumMethods() > 0 && !standsIn(t.Obj().Name()) {
			silent = append(silent, t)
		}
	}
	if len(concrete)+len(silent) == 0 {
		return
	}
	ifaces := namedTypes(r.pass.Pkg, false)
	for _, imp := range r.pass.Pkg.Imports() {
		if r.sameModule(imp) {
			ifaces = append(ifaces, namedTypes(imp, true)...)
		}
	}
	for _, it := range ifaces {
		iface, ok := it.Underlying().(*types.Interface)
		if !ok || iface.NumMethods() == 0 || !iface.IsMethodSet() || it.TypeParams().Len() > 0 {
			continue
		}
		candidates := concrete
		if soundsRemote(it.Obj()) { // see likely.go
			candidates = append(slices.Clone(concrete), silent...)
		}
		for _, t := range candidates {
			var recv types.Type = types.NewPointer(t)
			if t.TypeParams().Len() > 0 || !types.Implements(recv, iface) {
				continue
			}
			for m := range iface.Methods() {
				obj, _, _ := types.LookupFieldOrMethod(recv, true, r.pass.Pkg, m.Name())
				if impl, ok := obj.(*types.Func); ok && !syntax.IsInterface(impl) {
					f(methodKey(it.Obj(), m.Name()), impl)
				}
			}
		}
	}
}

// mayMatter: the type has a method here that reaches something, or embeds a type that might.
func (r *runner) mayMatter(t *types.Named) bool {
	for m := range t.Methods() {
		if f := r.Syntax.Decl(m); f != nil && len(r.reach[f]) > 0 {
			return true
		}
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Embedded() {
				return true
			}
		}
	}
	return false
}

// sameModule: interfaces of other modules are left to the catalog. Under nogo, which names no module, every direct
// import counts.
func (r *runner) sameModule(imp *types.Package) bool {
	if imp == nil {
		return false // the universe: type error
	}
	if r.pass.Module != nil && r.pass.Module.Path != "" {
		m := r.pass.Module.Path
		return imp.Path() == m || len(imp.Path()) > len(m) && imp.Path()[:len(m)] == m && imp.Path()[len(m)] == '/'
	}
	return slices.Contains(r.pass.Pkg.Imports(), imp)
}

func namedTypes(pkg *types.Package, exported bool) []*types.Named {
	var list []*types.Named
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || exported && !tn.Exported() {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok {
			list = append(list, n)
		}
	}
	return list
}
