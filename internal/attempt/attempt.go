// Package attempt answers which loops and library calls make the same downstream call again because of its error or its
// answer: how often at most, how long they wait in between, what ends them, and whether the context is looked at before
// the next attempt. It does not judge whether that is well done, and adds up no times.
//
// A loop is read twice, as if the call had failed and as if all had gone well:
//
//	for try := 0; try < 3; try++ {
//		resp, err := client.Do(req)
//		if err == nil { return resp, nil }   // well: leaves
//		time.Sleep(backoff)                  // failed: goes round again
//	}
//
// It repeats the call if failure can lead round again and success leaves. A loop that goes on when all is well (a
// consumer, a worker, an accept loop, pages, pacing) is no retry. A value of the answer that keeps it going makes it a
// poll; an HTTP status counts as an error. What cannot be followed (other jumps, calls whose operands change from round
// to round, nested loops) is not reported.
package attempt

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Retry is a loop, or a call of a library or of a function of the module, that repeats a call.
type Retry struct {
	Node ast.Node      // *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt (goto) or *ast.CallExpr
	In   *syntax.Func  // the function it stands in
	Body *syntax.Func  // for a call: the function that is repeated, nil if it is out of sight
	Call *ast.CallExpr // for a loop: the call that is repeated
	Name string        // what is repeated, for people
	Lib  *catalog.Retrier
	// Helper: the call goes to a function of the module that repeats what it is given; its own loop is reported there.
	Helper bool
	// Remote: what is repeated is known to leave the process (or probably does); else it is unknown work.
	Remote bool
	Deaf   bool // a helper that pauses, and neither takes nor looks at a context
	// Unsafe is a write in what is repeated that is done twice if its answer is lost: an INSERT, a POST without a key.
	Unsafe ast.Expr
	Poll   bool // goes on because of the answer alone

	Max     int      // attempts at most; 0: no bound is known
	Capped  bool     // attempts or elapsed time are bounded, by something
	Timed   bool     // … by a clock, as where something is waited for
	Context ast.Expr // for a library: the context that ends it; nil if none does
	Looks   bool     // for a loop: a context is looked at while it waits or before the next attempt
	Given   bool     // the repeated call is given a context
	Ends    bool     // … and its failure ends the loop, the end of that context included
	Waits   []Wait
	Hand    string // the context at hand, as it is spelled; "" if there is none
	Behind  bool   // runs in a goroutine of its own

	// Paused: something in the loop may wait, in a way that is not understood: a select, a receive, backoff.Wait().
	Paused bool
	Picks  bool // which errors are worth another attempt is decided, by more than a comparison with nil
	// Sentinel: a loop that repeats only because of one special error (a conflict, a lost race), not of failures at large.
	Sentinel bool
	// Transient: … whose name says that it passes by (unavailable, busy), so that it takes a pause.
	Transient bool
	// Abort is the write to another downstream inside a transaction that is run again when it was aborted.
	Abort  *downstream.Call
	Status ast.Expr // the comparison that treats every HTTP status of 400 and more alike; nil if there is none
	opArg  int      // for a call: the argument that is repeated
	maxArg int      // for a helper: the parameter that holds Max, + 1
}

// Wait is a pause between two attempts.
type Wait struct {
	Node    ast.Node // the statement, or the call in the case of a select
	Sleep   bool     // nothing ends it early: time.Sleep, <-time.After(d)
	Delay   ast.Expr // how long
	Fixed   bool     // … which is the same each time, without jitter
	Trivial bool     // … or a constant under 20ms
	Short   bool     // … or of a second at most
}

// Result is what the pass found in one package.
type Result struct {
	Retries []*Retry // in source order
	m       *model
}

// New makes the pass.
func New(cfg *config.Config, down, dead, ignores *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "attempt",
		Doc:              "find what is called again when it fails, and what ends that (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down, dead, ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Repeats), new(Multiplies), new(Quiet), new(Naps)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			m := &model{
				pass: pass, info: pass.TypesInfo, syn: d.Syntax, down: d,
				dead:   pass.ResultOf[dead].(*deadline.Result),
				byExpr: map[*ast.CallExpr]*downstream.Call{}, repeats: map[*syntax.Func]*Repeats{},
			}
			m.find()
			m.multiply()
			m.export()
			m.exportNaps()
			return &Result{Retries: m.found, m: m}, nil
		},
	}
}

type model struct {
	pass *analysis.Pass
	info *types.Info
	syn  *syntax.Package
	down *downstream.Result
	dead *deadline.Result

	byExpr  map[*ast.CallExpr]*downstream.Call // likely ones too
	repeats map[*syntax.Func]*Repeats          // helpers of this package
	found   []*Retry
	counts  map[*syntax.Func]Times
	inside  map[*syntax.Func][]*downstream.Call // by declaration, literals included
	quiet   map[string]int                      // families whose attempts are set in sight
}

func (m *model) find() {
	for _, calls := range [][]*downstream.Call{m.down.Calls, m.down.Likely} {
		for _, c := range calls {
			m.byExpr[c.Expr] = c
		}
	}
	for _, f := range m.syn.Funcs {
		if !f.Broken {
			m.loops(f)
			m.recursive(f)
		}
	}
	m.helpers()
	m.libraries()
	slices.SortFunc(m.found, func(a, b *Retry) int { return m.syn.Order(a.Node, b.Node) })
}

// loops finds the loops of f, nested literals excluded, that repeat a call.
func (m *model) loops(f *syntax.Func) {
	m.syn.Walk(f.Body, syntax.Literals|syntax.Loops|syntax.Labels, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == f.Node
		case *ast.ForStmt:
			m.loop(f, &loop{node: n, body: n.Body.List, cond: n.Cond, init: n.Init, post: n.Post})
		case *ast.RangeStmt:
			if m.counted(n) {
				m.loop(f, &loop{node: n, body: n.Body.List, ranged: n})
			}
		case *ast.LabeledStmt:
			if l := m.jump(n); l != nil {
				m.loop(f, l)
			}
		}
		return true
	})
}

// loop is a region that may be run again.
type loop struct {
	node   ast.Node
	body   []ast.Stmt
	cond   ast.Expr
	init   ast.Stmt
	post   ast.Stmt
	ranged *ast.RangeStmt
	label  string // for goto: the label; the end of the region leaves
}

func (l *loop) span() (from, to token.Pos) {
	if l.label != "" {
		return l.node.Pos(), l.body[len(l.body)-1].End()
	}
	return l.node.Pos(), l.node.End()
}

func (l *loop) holds(n ast.Node) bool {
	from, to := l.span()
	return from <= n.Pos() && n.End() <= to
}

// counted: the loop runs over a number (for i := range 3), or over a list of pauses.
func (m *model) counted(n *ast.RangeStmt) bool {
	t := m.info.TypeOf(n.X)
	if t == nil {
		return false
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsInteger != 0
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		return syntax.Is(s.Elem(), "time", "Duration")
	}
	return false
}

// jump: a label to which a later statement of its own list goes back.
//
//	again:
//		resp, err := client.Do(req)
//		if err != nil { goto again }
func (m *model) jump(n *ast.LabeledStmt) *loop {
	switch n.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.TypeSwitchStmt:
		return nil
	}
	block, ok := m.syn.Parent(n).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	i := slices.Index(block.List, ast.Stmt(n))
	if i < 0 {
		return nil
	}
	body := append([]ast.Stmt{n.Stmt}, block.List[i+1:]...)
	for _, s := range body {
		for k := range ast.Preorder(s) {
			if b, ok := k.(*ast.BranchStmt); ok && b.Tok == token.GOTO && b.Label.Name == n.Label.Name {
				return &loop{node: n, body: body, label: n.Label.Name}
			}
		}
	}
	return nil
}
