// Package bound answers how often a loop runs, which statements start a goroutine for each of its rounds, and what
// limits them: a constant, a limit of the group, a semaphore, or nothing. It leaves out how long anything takes, and
// whether the iterations depend on each other.
//
// A number or a collection is followed back through the definitions that reach it, as in package deadline: literals,
// arrays, constants, cuts such as s[:min(len(s), 8)] and helpers that return one of these are bounded; parameters,
// results of calls, fields, channels and rows are as many as there are. What certainly has no end, what comes in from
// peers (accept) and what time drives (tickers) are kinds of their own, since rules treat them apart.
package bound

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Kind tells what ends a loop.
type Kind uint8

const (
	Unknown  Kind = iota // as many rounds as there are items, and nothing says how many that is
	Constant             // N rounds
	Bounded              // a limit that stands somewhere else, see Why
	Endless              // for {}: no end of its own
	Accept               // one round per connection that comes in
	Ticker               // one round per tick
)

// Trip is how often a loop runs.
type Trip struct {
	Kind   Kind
	N      int64  // for Constant
	Why    string // for Bounded: "cut to maxSeeds"
	Of     string // for Unknown: the items, as the user spells them: "n.targets"
	Number bool   // for Unknown: Of is a number, not a collection
	From   string // for Unknown: where they come from: "a parameter of Scrape"; "" where Of says it all
}

// Limited reports whether the number of rounds does not grow with the data.
func (t Trip) Limited() bool { return t.Kind == Constant || t.Kind == Bounded }

// Result is what the pass knows about one package. It is empty for packages that are not analysed.
type Result struct {
	Fans []Fan // in source order
	m    *model
}

// Trip says how often the body of a for or range statement runs.
func (r *Result) Trip(loop ast.Stmt) Trip {
	if r.m == nil {
		return Trip{}
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.m.trip(loop)
}

// Size says how large a number, or how long a collection, may be.
func (r *Result) Size(e ast.Expr) Trip {
	if r.m == nil {
		return Trip{}
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.m.size(e)
}

// Forever reports whether a function of this package works until it is told to stop: a server, a consumer, a monitor.
func (r *Result) Forever(f *syntax.Func) bool {
	return r.m != nil && r.m.does[f] != nil && r.m.does[f].Forever
}

// Hop names a call's target and place as facts carry them.
func (r *Result) Hop(c *downstream.Call) string {
	if r.m == nil {
		return ""
	}
	return r.m.down.Hop(c)
}

// Syntax is the package's index; nil where the package is not analysed.
func (r *Result) Syntax() *syntax.Package {
	if r.m == nil {
		return nil
	}
	return r.m.syn
}

// New makes the pass. down is the downstream pass of the same environment.
func New(down *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "bound",
		Doc:              "tell how often loops run and what limits the goroutines that they start (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Does), new(Small)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			m := newModel(pass, d)
			m.learn()
			m.export()
			res := &Result{Fans: m.fans(), m: m}
			m.done = true
			return res, nil
		},
	}
}

// model holds what is known about one package while the pass runs; afterwards it is only read.
type model struct {
	pass *analysis.Pass
	info *types.Info
	syn  *syntax.Package
	down *downstream.Result

	does    map[*syntax.Func]*Does
	foreign map[*types.Func]*Does // facts of other packages
	done    bool                  // rules read it from now on, several at once
	starts  []*start
	calls   map[*ast.CallExpr]*downstream.Call // downstream and likely calls
	likely  map[*downstream.Call]bool
	callers map[*syntax.Func][]*ast.CallExpr
	valued  map[*types.Func]bool           // functions that are used as values too, so that callers are out of sight
	methods map[*types.Var][]*ast.CallExpr // calls x.M(…), by the variable or field that x names
	impls   map[string][]*types.Func       // implementations in this package, by the interface's method
	bodies  map[*types.Func]*syntax.Func
	mu      sync.Mutex        // of questions that are asked when the pass is done: they write sizing
	sizing  map[ast.Node]bool // definitions being followed, against cycles
}

func newModel(pass *analysis.Pass, d *downstream.Result) *model {
	m := &model{
		pass: pass, info: pass.TypesInfo, syn: d.Syntax, down: d,
		does: map[*syntax.Func]*Does{}, foreign: map[*types.Func]*Does{}, calls: map[*ast.CallExpr]*downstream.Call{}, likely: map[*downstream.Call]bool{},
		callers: map[*syntax.Func][]*ast.CallExpr{}, valued: map[*types.Func]bool{},
		methods: map[*types.Var][]*ast.CallExpr{}, sizing: map[ast.Node]bool{},
		impls: map[string][]*types.Func{}, bodies: map[*types.Func]*syntax.Func{},
	}
	for _, c := range d.Calls {
		m.calls[c.Expr] = c
	}
	for _, c := range d.Likely {
		m.calls[c.Expr], m.likely[c] = c, true
	}
	for _, f := range m.syn.Funcs {
		m.does[f] = &Does{}
		if f.Obj != nil {
			m.bodies[f.Obj] = f
		}
	}
	d.Implementations(func(method string, impl *types.Func) { m.impls[method] = append(m.impls[method], impl) })
	for _, file := range m.syn.Files {
		m.syn.Walk(file, syntax.Calls, func(n ast.Node) bool {
			m.call(n.(*ast.CallExpr))
			return true
		})
	}
	for id, obj := range m.info.Uses { // in any order: they only make a set
		if fn, ok := obj.(*types.Func); ok {
			m.use(id, fn)
		}
	}
	return m
}

func (m *model) call(n *ast.CallExpr) {
	if t := m.syn.Target(n); t.Func != nil {
		m.callers[t.Func] = append(m.callers[t.Func], n)
	}
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
		if v := m.syn.VarOf(sel.X); v != nil {
			m.methods[v.Origin()] = append(m.methods[v.Origin()], n)
		}
	}
}

// use notes a function that is named without being called. Files that are left out have no parents.
func (m *model) use(id *ast.Ident, fn *types.Func) {
	var e ast.Node = id
	parent := m.syn.Parent(e)
	if parent == nil {
		return
	}
	if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == id {
		e, parent = sel, m.syn.Parent(sel)
	}
	if ix, ok := parent.(*ast.IndexExpr); ok && ix.X == e {
		e, parent = ix, m.syn.Parent(ix)
	}
	if call, ok := parent.(*ast.CallExpr); !ok || call.Fun != e {
		m.valued[fn.Origin()] = true
	}
}

// outOfSight: fn has no body that any pass follows, so that only its name speaks.
func (m *model) outOfSight(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	if syntax.IsInterface(fn) || fn.Pkg() == nil {
		return true
	}
	if fn.Pkg() == m.pass.Pkg {
		return false
	}
	if mod := m.pass.Module; mod != nil && mod.Path != "" {
		path := fn.Pkg().Path()
		return path != mod.Path && (len(path) <= len(mod.Path) || path[:len(mod.Path)+1] != mod.Path+"/")
	}
	return true
}
