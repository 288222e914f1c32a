package callplan

import (
	"go/types"
	"path/filepath"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Program puts the plans of all loaded packages together, and follows calls through interfaces to every type that
// implements them. Only what is shown to people is made with it: a finding must not depend on which packages were
// loaded.
type Program struct {
	plans   map[string]*Node
	dirs    map[string]string // the folder of each plan
	funcs   map[string]*types.Func
	byPkg   map[string]*Result
	methods map[string][]string // implementations by the interface's method
	types   []*types.Named
	ifaces  map[string]*types.Func // the interface methods that plans refer to
}

// NewProgram returns an empty program.
func NewProgram() *Program {
	return &Program{plans: map[string]*Node{}, dirs: map[string]string{}, methods: map[string][]string{}, ifaces: map[string]*types.Func{},
		funcs: map[string]*types.Func{}, byPkg: map[string]*Result{}}
}

// Add adds a package; all are added before the first Expand.
func (p *Program) Add(pkg *types.Package, r *Result) {
	if r.m == nil {
		return
	}
	p.byPkg[pkg.Path()] = r
	for f, n := range r.m.plans {
		if n != nil && f.Obj != nil {
			key := downstream.Key(f.Obj)
			p.plans[key], p.dirs[key] = n, filepath.Dir(r.m.Fset.Position(f.Node.Pos()).Filename)
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
}

// maxExpanded bounds one plan: what is reached by more than so many steps stays a reference.
const maxExpanded = 4000

// Expand follows the references of n, a plan of a file in dir, through the whole program. A place in it is a path: a plan
// by itself has the names of files only, which suffices in a package and keeps facts small.
func (p *Program) Expand(n Node, dir string) Node {
	e := expansion{p: p, left: maxExpanded}
	return e.node(n, dir)
}

// Whole is an entry of r, a package in dir, with the plan of everything that it reaches. Only now is it known what the
// contract gives an entry that calls its downstreams through other functions.
func (p *Program) Whole(r *Result, e Entry, dir string) Entry {
	plan := p.Expand(*e.Plan, dir)
	e.Plan = &plan
	if e.Total == 0 {
		r.m.total(&e)
	}
	return e
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

type expansion struct {
	p     *Program
	stack []string
	left  int
}

func (e *expansion) node(n Node, dir string) Node {
	if n.At != "" {
		n.At = filepath.Join(dir, n.At)
	}
	e.left--
	if n.Kind == Ref {
		e.p.name(&n)
		if e.left >= 0 {
			n.Kids = e.behind(&n)
		}
		return n
	}
	kids := make([]Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = e.node(k, dir)
	}
	n.Kids = kids
	return n
}

// behind is the plan of what a reference calls: one of several, where an interface has several implementations.
func (e *expansion) behind(ref *Node) []Node {
	keys := []string{ref.Key}
	if ref.Abstract {
		keys = e.p.implementations(ref.Key)
	}
	var kids []Node
	for _, key := range keys {
		plan := e.p.plans[key]
		if plan == nil || slices.Contains(e.stack, key) || len(e.stack) > 24 {
			continue
		}
		e.stack = append(e.stack, key)
		kids = append(kids, e.node(*plan, e.p.dirs[key]))
		e.stack = e.stack[:len(e.stack)-1]
	}
	if len(kids) > 1 {
		return []Node{{Kind: Alt, At: ref.At, Kids: kids}}
	}
	return kids
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
