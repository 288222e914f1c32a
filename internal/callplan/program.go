package callplan

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Program puts the plans of all loaded packages together, and follows calls through interfaces to every type that
// implements them. Only what is shown to people is made with it: a finding must not depend on which packages were
// loaded.
type Program struct {
	plans     map[string]*Node
	dirs      map[string]string // the folder of each plan
	funcs     map[string]*types.Func
	byPkg     map[string]*Result
	methods   map[string][]string // implementations by the interface's method
	types     []*types.Named
	ifaces    map[string]*types.Func  // the interface methods that plans refer to
	instances map[string]*types.Named // … of generic interfaces: the instance
	reaching  map[string]bool         // plans that call something; nil: not looked yet
}

// NewProgram returns an empty program.
func NewProgram() *Program {
	return &Program{plans: map[string]*Node{}, dirs: map[string]string{}, methods: map[string][]string{}, ifaces: map[string]*types.Func{},
		funcs: map[string]*types.Func{}, byPkg: map[string]*Result{}, instances: map[string]*types.Named{}}
}

// Add adds a package; all are added before the first Entries.
func (p *Program) Add(pkg *types.Package, r *Result) {
	if r.m == nil {
		return
	}
	p.byPkg[pkg.Path()] = r
	for _, f := range r.m.Funcs {
		if f.Outer != nil || f.Obj == nil {
			continue
		}
		if n, ok := r.m.show(f); ok {
			key := downstream.Key(f.Obj)
			p.plans[key], p.dirs[key] = &n, r.m.dir(f)
		}
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
			if named, ok := tn.Type().(*types.Named); ok && !types.IsInterface(named) && named.TypeParams().Len() == 0 {
				p.types = append(p.types, named)
			}
		}
	}
	for key, fn := range r.m.funcOf {
		p.funcs[key] = fn
		if syntax.IsInterface(fn) {
			p.ifaces[key] = fn
		}
	}
	maps.Copy(p.instances, r.m.instances)
}

// show makes the plan of a function for people.
func (m *model) show(f *syntax.Func) (Node, bool) {
	if f.Broken || f.Test || f.Body == nil {
		return Node{}, false
	}
	b := &builder{model: m, f: f, shown: true}
	return b.function(f)
}

func (m *model) dir(f *syntax.Func) string {
	return filepath.Dir(m.Fset.Position(f.Node.Pos()).Filename)
}

// Entries are the entry points of r that call something, with the plan of everything that they reach. Only now is it known
// what the contract gives an entry that calls its downstreams through other functions.
func (p *Program) Entries(r *Result) (out []Entry) {
	if p.reaching == nil {
		p.reach()
	}
	for _, e := range r.all {
		n, ok := r.m.show(e.Func)
		if !ok {
			continue
		}
		x := expansion{p: p, left: maxExpanded}
		if n, ok = x.node(n, r.m.dir(e.Func)); !ok || n.silent() {
			continue
		}
		e.Plan = &n
		if e.Total == 0 {
			r.m.total(&e)
		}
		out = append(out, e)
	}
	return out
}

// silent: it waits for nobody.
func (n *Node) silent() bool {
	calls := false
	n.Each(func(k *Node) bool {
		calls = calls || k.Kind == Call || k.Kind == Ref && len(k.Kids) == 0
		return !calls
	})
	return !calls
}

// name gives a reference the name that a directive beside the called function says: of other packages' directives a pass
// knows nothing.
func (p *Program) name(ref *Node) {
	fn := p.funcs[ref.Key]
	if ref.Name != "" || fn == nil || fn.Pkg() == nil {
		return
	}
	r := p.byPkg[fn.Pkg().Path()]
	if r == nil {
		return
	}
	d, ok := r.m.dirs.Named(fn)
	if !ok {
		return
	}
	ref.Name, ref.Class = d.Name, d.Class
	if d.Row != nil {
		ref.Expected = d.Row.Expected
	}
}

// implementations are the keys of the methods behind an interface's method.
func (p *Program) implementations(key string) []string {
	if keys, ok := p.methods[key]; ok {
		return keys
	}
	p.methods[key] = nil
	fn := p.ifaces[key]
	if fn == nil {
		return nil
	}
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if named := p.instances[key]; named != nil {
		iface, ok = named.Underlying().(*types.Interface)
	}
	if !ok {
		return nil
	}
	var keys []string
	for _, t := range p.types {
		recv := types.NewPointer(t)
		if !types.Implements(recv, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(recv, true, t.Obj().Pkg(), fn.Name())
		if impl, ok := obj.(*types.Func); ok && !syntax.TestFolder(impl.Pkg().Path()) {
			if k := downstream.Key(impl.Origin()); !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	slices.Sort(keys)
	p.methods[key] = keys
	return keys
}
