package callplan

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Result holds the plans of one package; it is empty for packages that are not analysed.
type Result struct {
	Entries []Entry // that call something, in source order
	all     []Entry // the others, too
	m       *model
}

// Passes are those that a plan is made of.
type Passes struct{ Downstream, Deadline, Bound, Effect, Attempt, Ignores *analysis.Analyzer }

// New makes the pass.
func New(cfg *config.Config, p Passes) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "callplan",
		Doc:              "add up what each function's downstream calls may take (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{p.Downstream, p.Deadline, p.Bound, p.Effect, p.Attempt, p.Ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Plan), new(Allows)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[p.Downstream].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			dirs, _ := pass.ResultOf[p.Ignores].(*config.Directives)
			m := &model{
				Package: d.Syntax, pass: pass, cfg: cfg, down: d, dirs: dirs,
				dead:     pass.ResultOf[p.Deadline].(*deadline.Result),
				bound:    pass.ResultOf[p.Bound].(*bound.Result),
				attempts: pass.ResultOf[p.Attempt].(*attempt.Result),
				calls:    map[*ast.CallExpr]*downstream.Call{}, likely: map[*ast.CallExpr]bool{},
				retries: map[ast.Node]*attempt.Retry{}, waves: map[*ast.CallExpr]int{}, loops: map[ast.Stmt]bool{},
				plans: map[*syntax.Func]*Node{}, whole: map[*syntax.Func]*Node{},
				sizes: map[*Node]int{}, short: map[*Node]*Node{}, facts: map[*types.Func]*Node{},
				impls: map[string][]*types.Func{}, funcOf: map[string]*types.Func{}, instances: map[string]*types.Named{}, asValue: map[*types.Func][]ast.Node{}, timeouts: map[*types.Var][]setting{},
				called: map[*types.Func]bool{}, services: map[*types.Package][]types.Type{},
			}
			m.prepare(pass.ResultOf[p.Effect].(*effect.Result))
			m.export()
			m.exportAllows()
			r := &Result{all: m.entries(), m: m}
			for _, e := range r.all {
				if e.Plan != nil {
					r.Entries = append(r.Entries, e)
				}
			}
			return r, nil
		},
	}
}

type model struct {
	*syntax.Package
	mu       sync.Mutex // of questions that rules ask at the same time, when the pass is done: they expand plans
	pass     *analysis.Pass
	cfg      *config.Config
	down     *downstream.Result
	dead     *deadline.Result
	bound    *bound.Result
	attempts *attempt.Result
	dirs     *config.Directives

	calls     map[*ast.CallExpr]*downstream.Call // likely ones too
	likely    map[*ast.CallExpr]bool
	retries   map[ast.Node]*attempt.Retry
	waves     map[*ast.CallExpr]int      // calls that do not need each other, by the number of their wave
	loops     map[ast.Stmt]bool          // loops whose rounds do not need each other
	funcOf    map[string]*types.Func     // what references name
	instances map[string]*types.Named    // … of a generic interface's method: the instance
	impls     map[string][]*types.Func   // implementations here, by the interface's method
	plans     map[*syntax.Func]*Node     // of declarations; nil while it is made, or where there is none
	whole     map[*syntax.Func]*Node     // … with what is called in them
	sizes     map[*Node]int              // how many nodes those have
	short     map[*Node]*Node            // … and what is left of them where they are too many
	facts     map[*types.Func]*Node      // of functions elsewhere; nil where there is none
	asValue   map[*types.Func][]ast.Node // where a function is named without being called

	called map[*types.Func]bool

	timeouts map[*types.Var][]setting        // of clients, set by statements
	services map[*types.Package][]types.Type // interfaces that a generator made for services
}

func (m *model) prepare(e *effect.Result) {
	for _, c := range m.down.Calls {
		m.calls[c.Expr] = c
	}
	for _, c := range m.down.Likely {
		m.calls[c.Expr], m.likely[c.Expr] = c, true
	}
	for _, r := range m.attempts.Retries {
		m.retries[r.Node] = r
	}
	for i, w := range e.Waves {
		for _, c := range w.Calls {
			m.waves[c.Expr] = i + 1
		}
	}
	for _, l := range e.Loops {
		m.loops[l.Stmt] = true
	}
	m.down.Implementations(func(method string, impl *types.Func) { m.impls[method] = append(m.impls[method], impl) })
	m.settings()
	for id, obj := range m.Info.Uses {
		if fn, ok := obj.(*types.Func); ok {
			m.use(id, fn.Origin())
		}
	}
	for _, f := range m.Funcs {
		if f.Outer == nil {
			m.plan(f)
		}
	}
}

// use notes a function that is called, or named without being called.
func (m *model) use(id *ast.Ident, fn *types.Func) {
	var e ast.Node = id
	if sel, ok := m.Parent(e).(*ast.SelectorExpr); ok {
		e = sel
	}
	if call, ok := m.Parent(e).(*ast.CallExpr); ok && call.Fun == e {
		m.called[fn] = true
	} else {
		m.asValue[fn] = append(m.asValue[fn], e)
	}
}

// Of is the plan of a function of this package, as its own source says it: Refs are not followed. Nil where it calls
// nothing.
func (r *Result) Of(f *syntax.Func) *Node {
	if r.m == nil {
		return nil
	}
	return r.m.plans[f]
}

// Whole is the plan of a function of this package with the plans of what it calls, where those are known.
func (r *Result) Whole(f *syntax.Func) *Node {
	if r.m == nil {
		return nil
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.m.expand(f)
}

// plan builds the tree of a declaration, once.
func (m *model) plan(f *syntax.Func) *Node {
	if n, ok := m.plans[f]; ok {
		return n
	}
	m.plans[f] = nil
	if f.Broken || f.Test || f.Body == nil {
		return nil
	}
	b := &builder{model: m, f: f}
	if n, ok := b.function(f); ok {
		m.plans[f] = &n
	}
	return m.plans[f]
}

// at spells a place as facts carry it: the file without its folder, and the line.
func (m *model) at(n ast.Node) string {
	pos := m.Fset.Position(n.Pos())
	return filepath.Base(pos.Filename) + ":" + strconv.Itoa(pos.Line)
}

// Funcs are the functions of the package, literals included.
func (r *Result) Funcs() []*syntax.Func {
	if r.m == nil {
		return nil
	}
	return r.m.Package.Funcs
}
