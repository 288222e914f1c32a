// Package downstream answers which calls of a package leave the process and wait for an answer: the library calls
// that the catalog knows, the functions that a directive or the configuration names, and the wrappers that reach one
// of these, also across packages (facts). It says nothing about time: see package deadline.
package downstream

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Call is a call that leaves the process, or may lead to one that does.
type Call struct {
	Expr *ast.CallExpr
	In   *syntax.Func // the innermost function around it
	syntax.Target
	Sink *catalog.Sink // it leaves the process itself
	// Opened: a directive or the configuration makes a sink of the function, and what calls in its body is known too.
	Opened bool
	// Reach is what the called function reaches, when Sink is nil: through its body here, its fact, or an
	// implementation in sight.
	Reach []Reach

	reach []Reach // of a sink, see own
	fact  []Reach // of a function of another package
}

// Effects are what the call reaches, its own sink included.
func (c *Call) Effects() []Reach {
	if c.Sink != nil {
		return c.reach
	}
	return c.Reach
}

// Name spells the called function for people.
func (c *Call) Name() string {
	if c.Fn != nil {
		return syntax.Spell(c.Fn)
	}
	if c.Sink != nil {
		return types.ExprString(c.Expr.Fun)
	}
	return "the function literal"
}

// Result is what the pass knows about one package. A package that is not analysed (the standard library, third
// parties, see Analysed) has a nil Syntax and no calls.
type Result struct {
	Syntax *syntax.Package
	Calls  []*Call // in source order
	// Likely are calls that are only probably remote: see likely.go.
	Likely []*Call
	// Adopted are the methods of imported types that implement an interface declared here, its user.
	Adopted []Adoption

	byFunc map[*syntax.Func][]*Call
	reach  map[*syntax.Func][]Reach
	impls  map[string][]Reach
	libs   map[*types.Func]*catalog.Sink
	each   func(func(method string, impl *types.Func))
	value  func(syntax.Target) []Reach
}

// Adoption is an interface method, by its key, and the method of an imported type that implements it.
type Adoption struct {
	Method string
	Impl   *types.Func
}

// Implementations calls f for each interface method in sight, by its key, and the method of a type of this package that
// implements it.
func (r *Result) Implementations(f func(method string, impl *types.Func)) {
	if r.each != nil {
		r.each(f)
	}
}

// In returns the calls of one function, nested literals excluded.
func (r *Result) In(f *syntax.Func) []*Call { return r.byFunc[f] }

// Of returns what a function of this package reaches.
func (r *Result) Of(f *syntax.Func) []Reach { return r.reach[f.Root()] }

// Reaches returns what a function that is used as a value reaches, as in g.Go(s.refresh). For a literal it is what its
// declaration reaches.
func (r *Result) Reaches(t syntax.Target) []Reach {
	if r.value == nil {
		return nil
	}
	return r.value(t)
}

// New makes the pass. ignores is the directives pass of the same environment.
func New(cfg *config.Config, ignores *analysis.Analyzer) *analysis.Analyzer {
	index := new(typeIndex)
	return &analysis.Analyzer{
		Name:             "downstream",
		Doc:              "find the calls that leave the process (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Reaches), new(Announced)},
		Run: func(pass *analysis.Pass) (any, error) {
			if !Analysed(pass, cfg) || pass.TypesInfo == nil {
				return &Result{}, nil
			}
			dirs, _ := pass.ResultOf[ignores].(*config.Directives)
			return run(pass, cfg, dirs, index), nil
		},
	}
}

// Analysed reports whether a package's source is followed: the main module and its workspace always, other modules
// only where the configuration's deps name them, the standard library never.
func Analysed(pass *analysis.Pass, cfg *config.Config) bool {
	path := pass.Pkg.Path()
	if matchAny(cfg.Deps, path) {
		return true
	}
	m := pass.Module
	if cfg.Host == config.Plugin && (m == nil || m.Path == "") {
		// golangci-lint runs passes on the standard library too, and gives it a module without a path.
		return matchAny(cfg.Module, path) || path == "command-line-arguments"
	}
	if m == nil || m.Path == "" { // nogo gives no module
		return matchAny(cfg.Module, path) || len(cfg.Module) == 0 && cfg.Host != config.Nogo && m != nil
	}
	return m.Version == "" && m.Path != "std" && m.Path != "cmd"
}

func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		p, _ = strings.CutSuffix(p, "/...")
		return path == p || strings.HasPrefix(path, p+"/")
	})
}

type runner struct {
	*Result
	pass  *analysis.Pass
	dirs  *config.Directives
	types *typeIndex
}

func run(pass *analysis.Pass, cfg *config.Config, dirs *config.Directives, index *typeIndex) *Result {
	r := &runner{pass: pass, dirs: dirs, types: index, Result: &Result{
		Syntax: syntax.New(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, pass.TypeErrors, cfg.Tests),
		byFunc: map[*syntax.Func][]*Call{},
		reach:  map[*syntax.Func][]Reach{},
		impls:  map[string][]Reach{},
		libs:   map[*types.Func]*catalog.Sink{},
	}}
	for _, imp := range pass.Pkg.Imports() {
		var a Announced
		if pass.ImportPackageFact(imp, &a) {
			for _, m := range a.Methods {
				r.impls[m.Name], _ = addReach(r.impls[m.Name], m.Reach, "")
			}
		}
	}
	for _, f := range r.Syntax.Funcs {
		r.collect(f)
	}
	r.markOpened()
	r.imported()
	// Calls through an interface reach what its implementations here reach, which may itself lie behind an interface.
	for grew := true; grew; {
		r.spread()
		grew = r.implementations()
	}
	r.settle()
	r.export()
	r.Result.value = r.ofValue
	return r.Result
}

// collect lists the calls of f that lead somewhere, without those of nested literals.
func (r *runner) collect(f *syntax.Func) {
	if f.Broken {
		return
	}
	r.Syntax.Walk(f.Body, syntax.Literals|syntax.Calls, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if c := r.call(f, n); c != nil {
				r.byFunc[f] = append(r.byFunc[f], c)
			}
		}
		return true
	})
}

func (r *runner) call(f *syntax.Func, n *ast.CallExpr) *Call {
	t := r.Syntax.Target(n)
	if t.Fn == nil && t.Func == nil {
		if s, ok := catalog.LookupType(r.pass.TypesInfo.TypeOf(n.Fun)); ok {
			return &Call{Expr: n, In: f, Sink: &s}
		}
		return nil
	}
	c := &Call{Expr: n, In: f, Target: t}
	if t.Fn != nil {
		c.Sink = r.sink(n, t)
		if c.Sink != nil {
			return c
		}
		if t.Func == nil {
			var fact Reaches
			if t.Fn.Pkg() != nil && t.Fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(t.Fn, &fact) {
				c.fact = fact.Reach
				return c
			}
			if !syntax.IsInterface(t.Fn) || t.Fn.Pkg() == nil {
				return nil
			}
		}
	}
	return c
}

func (r *runner) sink(call *ast.CallExpr, t syntax.Target) *catalog.Sink {
	fn := t.Fn
	if s := r.declared(fn); s != nil {
		return s
	}
	var recv types.Type
	if t.Recv != nil {
		recv = r.pass.TypesInfo.TypeOf(t.Recv)
	}
	s, ok := catalog.LookupOn(fn, recv)
	if !ok && syntax.IsInterface(fn) {
		return r.library(fn)
	}
	if !ok || s.ByShape && t.Func != nil || s.OnlyWith != "" && !r.passes(call, fn.Pkg(), s.OnlyWith) || s.Dial && r.instant(call) {
		return nil // a body in sight says more than a shape
	}
	return &s
}

// passes: one of the arguments is the option pkg.name().
func (r *runner) passes(call *ast.CallExpr, pkg *types.Package, name string) bool {
	return slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := r.Syntax.Target(opt).Fn
		return fn != nil && fn.Pkg() == pkg && fn.Name() == name
	})
}

// spread carries what is reached from callees to callers until nothing changes.
func (r *runner) spread() {
	for changed := true; changed; {
		changed = false
		for _, f := range r.Syntax.Funcs {
			for _, c := range r.byFunc[f] {
				from := r.of(c)
				if len(from) == 0 {
					continue
				}
				hop := ""
				if c.Sink == nil {
					hop = r.Hop(c)
				}
				root := f.Root()
				got, grew := addReach(r.reach[root], r.guarded(c, from), hop)
				if grew {
					r.reach[root], changed = got, true
				}
			}
		}
	}
}

func (r *runner) of(c *Call) []Reach {
	switch {
	case c.Sink != nil && c.Sink.Request:
		return nil
	case c.Sink != nil:
		return r.own(c)
	case c.Func != nil && c.Func.Outer != nil && c.Func.Root() == c.In.Root():
		return nil // a literal of the same declaration: its calls count already
	case c.Func != nil:
		return r.bind(c, r.reach[c.Func.Root()])
	case c.fact != nil:
		return r.bind(c, c.fact)
	}
	return r.bind(c, r.impls[r.MethodKey(c)])
}

func (r *runner) ofValue(t syntax.Target) []Reach {
	switch {
	case t.Func != nil:
		return r.reach[t.Func.Root()]
	case t.Fn == nil:
		return nil
	}
	if s, ok := catalog.Lookup(t.Fn); ok && !s.Request {
		return []Reach{{Protocol: s.Protocol, Effect: s.Effect, Sink: syntax.Spell(t.Fn)}}
	}
	var fact Reaches
	if t.Fn.Pkg() != nil && t.Fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(t.Fn, &fact) {
		return fact.Reach
	}
	return r.impls[Key(t.Fn)]
}

// settle stores what each call reaches and drops those that reach nothing.
func (r *runner) settle() {
	for f, calls := range r.byFunc {
		r.byFunc[f] = slices.DeleteFunc(calls, func(c *Call) bool {
			if c.Sink != nil {
				if !c.Sink.Request {
					r.own(c)
				}
				return false
			}
			if c.Func != nil && c.Func.Root() == c.In.Root() {
				c.Reach = r.reach[c.Func.Root()]
			} else {
				c.Reach = r.of(c)
			}
			if len(c.Reach) == 0 && r.likely(c) {
				r.Likely = append(r.Likely, c)
			}
			return len(c.Reach) == 0
		})
	}
	for _, f := range r.Syntax.Funcs {
		r.Calls = append(r.Calls, r.byFunc[f]...)
	}
	inOrder := func(a, b *Call) int { return r.Syntax.Order(a.Expr, b.Expr) }
	slices.SortFunc(r.Calls, inOrder)
	slices.SortFunc(r.Likely, inOrder)
}

func (r *runner) export() {
	for fn, reach := range r.reach {
		if fn.Obj != nil && len(reach) > 0 && !fn.Test {
			r.pass.ExportObjectFact(fn.Obj, &Reaches{reach})
		}
	}
	var a Announced
	for name, reach := range r.impls {
		a.Methods = append(a.Methods, Method{name, reach})
	}
	slices.SortFunc(a.Methods, func(x, y Method) int { return strings.Compare(x.Name, y.Name) })
	if len(a.Methods) > maxAnnounced {
		a.Methods = a.Methods[:maxAnnounced]
	}
	if len(a.Methods) > 0 {
		r.pass.ExportPackageFact(&a)
	}
}

// Hop names a call's target and place as facts carry them: "pkg/path.Func (file.go:12)".
func (r *Result) Hop(c *Call) string {
	pos := r.Syntax.Fset.Position(c.Expr.Pos())
	name := "func literal"
	if c.Fn != nil {
		name = Key(c.Fn)
	}
	return name + " (" + filepath.Base(pos.Filename) + ":" + strconv.Itoa(pos.Line) + ")"
}

// Key names a function apart from every other: "pkg/path.Func", "pkg/path.Type.Method".
func Key(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	path := ""
	if fn.Pkg() != nil {
		path = fn.Pkg().Path() + "."
	}
	if recv := fn.Signature().Recv(); recv != nil {
		if name := syntax.NameOf(recv.Type()); name != nil {
			return path + name.Name() + "." + fn.Name()
		}
	}
	return path + fn.Name()
}
