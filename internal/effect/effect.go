// Package effect answers which calls of a statement list need each other: what a statement reads and writes, which
// functions change what they are given, and what orders two calls although no value passes between them. It leaves out
// time and number (packages deadline and bound), and aliases other than a local pointer to a local variable.
//
// # The model
//
// A place is a variable with the fields that follow it: s.client, artist, d.Build. The elements of a map or slice are
// the map or slice itself. Each statement of a list reads places and writes places; what it writes is tainted by the
// downstream calls that it makes and by those that tainted what it reads. A call needs an earlier one if it reads a
// place that the earlier one tainted. Conditions count as reads of everything that their branches write, so a control
// dependence is seen as long as the branch comes back; one that leaves the list is a guard (guard.go).
//
// What a call changes is known by its body (mutation facts) in the main module, and guessed by names and signatures
// elsewhere: a third party's client is taken to be safe to call, an out parameter is one that is passed as &x, or
// that a call which returns nothing but an error is given.
package effect

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Result is what the pass knows about one package; Waves and Loops are in source order.
type Result struct {
	Syntax *syntax.Package
	Waves  []*Wave
	Loops  []*Loop

	m *model
}

// Changes is the fact of a function that changes what it is given, or does more than downstream knows.
type Changes struct {
	// Params are the indexes of the parameters whose targets it changes, -1 for the receiver; sorted.
	Params []int
	// Writes: it makes a call that is a write, however far down, or probably one.
	Writes bool
	// Asks: it makes a call that is only probably remote, and a read, on something that is not named like a repository.
	Asks bool
	// Shared: it changes a package variable with no lock held.
	Shared bool
	// Prints: it writes to a stream that others see, such as os.Stdout.
	Prints bool
	// Stores: it changes a file, or tells a store behind an interface to keep something.
	Stores bool
	// Seldom: it reaches a downstream, and yet who calls it seldom waits: see seldom.go.
	Seldom bool
	// Begins: it begins a transaction, so that a function it is given may run in one.
	Begins bool
	// Paces: it waits for its turn at a rate limiter, and calls nothing.
	Paces bool
}

func (c *Changes) empty() bool {
	return len(c.Params) == 0 && !c.Writes && !c.Asks && !c.Shared && !c.Prints && !c.Stores && !c.Seldom && !c.Begins && !c.Paces
}

func (*Changes) AFact() {}

func (*Changes) String() string { return "changes" }

// New makes the pass.
func New(cfg *config.Config, down *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "effect",
		Doc:              "find out which downstream calls do not need each other (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Changes)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			m := &model{Package: d.Syntax, pass: pass, down: d, likely: cfg.Likely,
				calls: map[any]*downstream.Call{}, guesses: map[any]bool{}, survey: newSurvey()}
			m.prepare()
			res := &Result{Syntax: d.Syntax, Waves: m.waves(), Loops: m.loops(), m: m}
			m.done = true
			return res, nil
		},
	}
}

type model struct {
	*syntax.Package
	pass    *analysis.Pass
	down    *downstream.Result
	likely  bool
	calls   map[any]*downstream.Call     // by *ast.CallExpr
	guesses map[any]bool                 // those that are only probably remote
	sites   map[*syntax.Func][]token.Pos // where a function itself makes them, in source order
	*survey
}

// prepare finds the mutation facts of this package's functions, to a fixed point, and exports them.
func (m *model) prepare() {
	for _, c := range m.down.Calls {
		if lit := c.Func; c.Sink == nil && lit != nil && lit.Outer != nil && !m.asks(lit) {
			continue // its reach is that of the whole declaration
		}
		m.calls[c.Expr] = c
	}
	for _, c := range m.down.Likely {
		m.calls[c.Expr], m.guesses[c.Expr] = c, true
	}
	m.learnAll()
	m.pacers()
	if m.anyAsks {
		m.wrappers()
	}
	for f, c := range m.changes {
		c.Seldom = len(m.down.Of(f)) > 0 && m.rarely(f)
	}
	m.sites = map[*syntax.Func][]token.Pos{}
	for _, c := range m.calls {
		m.sites[c.In] = append(m.sites[c.In], c.Expr.Pos())
	}
	for _, at := range m.sites {
		slices.Sort(at)
	}
	for f, c := range m.changes {
		if f.Obj != nil && !f.Test && !c.empty() {
			m.pass.ExportObjectFact(f.Obj, c)
		}
	}
}

// waitsIn counts the downstream calls that f itself makes between two places.
func (m *model) waitsIn(f *syntax.Func, from, to token.Pos) int {
	at := m.sites[f]
	i, _ := slices.BinarySearch(at, from)
	j, _ := slices.BinarySearch(at, to)
	return j - i
}

// asks: a function literal makes a downstream call itself.
func (m *model) asks(lit *syntax.Func) bool {
	return slices.ContainsFunc(m.down.In(lit), func(c *downstream.Call) bool {
		return c.Sink == nil && (c.Func == nil || c.Func.Outer == nil) || c.Sink != nil && !c.Sink.Request
	})
}

// wrappers adds the calls of functions that only make a call that is probably remote: downstream leaves those out.
func (m *model) wrappers() {
	for _, f := range m.Funcs {
		if f.Broken {
			continue
		}
		m.Walk(f.Body, syntax.Literals|syntax.Calls, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return n == f.Node
			case *ast.CallExpr:
				t := m.Target(n)
				if m.calls[n] != nil || t.Fn == nil {
					break
				}
				if known := m.changesOf(t); known != nil && known.Asks {
					m.calls[n], m.guesses[n] = &downstream.Call{Expr: n, In: f, Target: t}, true
				}
			}
			return true
		})
	}
}
