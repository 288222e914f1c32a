// Package outcome answers what becomes of a downstream call's failure in the function that makes it: whether it is
// handed on, dropped, only logged, answered by an empty result, or answered by another call; and whether an HTTP status
// is looked at before its body is read. It does not judge that: whether a failure may be borne is for the contract.
//
// It reads one shape, which nearly all code has: the call, and the if on its error right behind it or around it.
//
//	orders, err := c.Recent(ctx, user)
//	if err != nil {
//		log.Print(err)
//		orders = nil        // Emptied
//	}
//
// or a switch on the error in the same place. What is tested in any other way (an error kept for later, a helper that
// decides) is Unknown.
package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Fate is what becomes of a failure.
type Fate uint8

const (
	Unknown   Fate = iota
	Returned       // the function ends with it, or with an error of its own
	Dropped        // it goes to the blank identifier, or nobody takes it
	Logged         // it is only logged, and the function goes on with what the call gave
	Emptied        // … with an empty value
	Swallowed      // the function returns an empty or partial result and no error
	Stopped        // a loop ends early, and what it has so far is the result
	Skipped        // a loop goes on with the next round
	Kept           // it becomes a part of the result
	Tested         // what kind of error it is decides
	Replaced       // another value takes the place of what the call should have given
)

// Outcome is a call and what becomes of its failure.
type Outcome struct {
	*downstream.Call
	Fate   Fate
	At     ast.Node       // the statement that decides: the return, the assignment, the log line
	Branch *ast.BlockStmt // what is done when it fails; nil where nothing is, and in a switch
	Around ast.Node       // the if or the switch that decides
	Err    *types.Var     // the variable that the error goes to
	Value  *types.Var     // … and the first other result; nil where there is none, or it is not kept in a variable
	Prints bool           // the branch logs
	Likely bool           // the call is only probably remote
}

// Result is what the pass found in one package; it is empty for packages that are not analysed.
type Result struct {
	Syntax   *syntax.Package
	Outcomes []Outcome  // in source order
	Unread   []Response // HTTP answers whose status nobody looks at before the body is decoded
	// Unexpected are the branches on a bad HTTP status that return no error.
	Unexpected  []Unexpected
	Fellowships []Fellowship
	Members     []Member
	Seconds     []Second
	m           *model
}

// New makes the pass. down and ignores are the downstream and the directives pass of the same environment.
func New(down, ignores *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "outcome",
		Doc:              "tell what becomes of the failure of each downstream call (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down, ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Aims), new(Passes)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			m := &model{Package: d.Syntax, down: d, likely: map[*downstream.Call]bool{}, far: map[*syntax.Func]bool{}, remote: map[*ast.CallExpr]*downstream.Call{}, aims: map[*types.Func]*Aims{}, impls: map[string][]*types.Func{},
				fact: pass.ImportObjectFact, export: func(fn *types.Func, f analysis.Fact) { pass.ExportObjectFact(fn, f) }}
			for _, list := range [][]*downstream.Call{d.Calls, d.Likely} {
				for _, c := range list {
					m.remote[c.Expr], m.far[c.In.Root()] = c, true
				}
			}
			for _, c := range d.Likely {
				m.likely[c] = true
			}
			m.learnAims()
			res := &Result{Syntax: d.Syntax, m: m}
			for _, c := range d.Calls {
				if o, ok := m.outcome(c); ok {
					res.Outcomes = append(res.Outcomes, o)
				}
			}
			for _, c := range d.Likely {
				if o, ok := m.outcome(c); ok {
					o.Likely = true
					res.Outcomes = append(res.Outcomes, o)
				}
			}
			slices.SortStableFunc(res.Outcomes, func(a, b Outcome) int { return m.Order(a.Expr, b.Expr) })
			res.Unread, res.Unexpected, res.Fellowships = m.unread(), m.unexpected(), m.fellowships()
			res.Members = m.members()
			m.dirs, _ = pass.ResultOf[ignores].(*config.Directives)
			res.Seconds = m.seconds(res.Outcomes)
			if dirs, ok := pass.ResultOf[ignores].(*config.Directives); ok {
				res.pass(pass.ExportObjectFact, dirs)
			}
			return res, nil
		},
	}
}

type model struct {
	*syntax.Package
	down *downstream.Result

	likely map[*downstream.Call]bool
	far    map[*syntax.Func]bool              // declarations with calls that leave the process
	remote map[*ast.CallExpr]*downstream.Call // likely ones too
	aims   map[*types.Func]*Aims              // parameters that say where to ask
	impls  map[string][]*types.Func           // implementations here, by the interface's method
	fact   func(types.Object, analysis.Fact) bool
	export func(*types.Func, analysis.Fact)

	dirs   *config.Directives
	passes map[*types.Func]*Passes
}

// outcome follows the error of one call; ok is false where the call has none.
func (m *model) outcome(c *downstream.Call) (o Outcome, ok bool) {
	o.Call = c
	results := m.results(c)
	if c.Sink != nil && c.Sink.Request || results == nil || results.Len() == 0 || !syntax.IsError(results.At(results.Len()-1).Type()) {
		return o, false
	}
	switch s := m.Parent(c.Expr).(type) {
	case *ast.ExprStmt:
		o.Fate, o.At = Dropped, s
		return o, true
	case *ast.ReturnStmt:
		o.Fate, o.At = Returned, s
		return o, true
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 && len(s.Lhs) == results.Len() {
			m.assigned(&o, s)
		}
		return o, true
	}
	return o, true
}

func (m *model) results(c *downstream.Call) *types.Tuple {
	if sig, ok := m.Info.TypeOf(c.Expr.Fun).(*types.Signature); ok {
		return sig.Results()
	}
	return nil
}

func (m *model) assigned(o *Outcome, s *ast.AssignStmt) {
	last := s.Lhs[len(s.Lhs)-1]
	if len(s.Lhs) > 1 {
		if id, ok := s.Lhs[0].(*ast.Ident); !ok || id.Name != "_" {
			o.Value = m.VarOf(s.Lhs[0])
		}
	}
	if id, ok := last.(*ast.Ident); ok && id.Name == "_" {
		o.Fate, o.At = Dropped, s
		return
	}
	if o.Err = m.VarOf(last); o.Err == nil || o.Err.IsField() {
		o.Fate, o.At = Kept, s
		return
	}
	is, next := m.test(s)
	if sw := m.switchOn(s, next); sw != nil {
		m.switched(o, sw)
		return
	}
	if is == nil {
		if r, ok := next.(*ast.ReturnStmt); ok && m.mentions(r, o.Err) {
			o.Fate, o.At = Returned, r
		}
		return
	}
	cond, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
	if !ok || m.VarOf(cond.X) != o.Err || !m.isNil(cond.Y) {
		if m.mentions(is.Cond, o.Err) {
			o.Fate, o.At = Tested, is
		}
		return
	}
	o.Around = is
	switch cond.Op {
	case token.NEQ: // if err != nil { failed }
		o.Branch = is.Body
		m.failed(o, m.Around(is), is.Body.List, is.Body)
		m.heard(o, is)
	case token.EQL: // if err == nil { went well } else { failed }
		if b, ok := is.Else.(*ast.BlockStmt); ok {
			o.Branch = b
			m.failed(o, m.Around(is), b.List, b)
			m.heard(o, is)
		} else if is.Else == nil && !m.usedAfter(is, o.Err) {
			o.Fate, o.At = Dropped, is
		}
	}
}

// test is the if on an assignment's error: around it, or the next statement of its list.
func (m *model) test(s *ast.AssignStmt) (is *ast.IfStmt, next ast.Stmt) {
	if is, ok := m.Parent(s).(*ast.IfStmt); ok {
		if is.Init == s {
			return is, nil
		}
		return nil, nil
	}
	list := syntax.List(m.Parent(s))
	i := slices.Index(list, ast.Stmt(s))
	if i < 0 || i+1 >= len(list) {
		return nil, nil
	}
	is, ok := list[i+1].(*ast.IfStmt)
	if ok && is.Init == nil {
		return is, list[i+1]
	}
	return nil, list[i+1]
}

func (m *model) isNil(e ast.Expr) bool {
	tv, ok := m.Info.Types[e]
	return ok && tv.IsNil()
}

func (m *model) mentions(n ast.Node, v *types.Var) bool {
	found := false
	m.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v != nil && m.Info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// usedAfter: something behind n, in its function, reads v.
func (m *model) usedAfter(n ast.Node, v *types.Var) bool {
	f := m.Around(n)
	if f == nil {
		return true
	}
	found := false
	m.Inspect(f.Body, func(k ast.Node) bool {
		if id, ok := k.(*ast.Ident); ok && id.Pos() > n.End() && m.Info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}
