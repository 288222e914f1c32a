package outcome

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Passes is the fact of a function that hands on the failure of a downstream that a directive, the configuration or the
// contract calls degradable.
type Passes struct {
	Name   string // the downstream's
	Fn     string // the function that it is called by
	Source string // who calls it degradable
}

func (*Passes) AFact() {}

func (p *Passes) String() string { return "passes(" + p.Name + ")" }

// pass learns which functions of the package hand on such a failure.
func (r *Result) pass(export func(types.Object, analysis.Fact), dirs *config.Directives) {
	m := r.m
	m.passes, m.dirs = map[*types.Func]*Passes{}, dirs
	for grew, round := true, 0; grew && round < 4; round++ {
		grew = false
		for i := range r.Outcomes {
			o := &r.Outcomes[i]
			f := o.In
			if o.Fate != Returned || f.Obj == nil || f.Test || m.passes[f.Obj] != nil || !syntax.IsError(lastResult(f.Sig)) {
				continue
			}
			if _, ok := dirs.Named(f.Obj); ok {
				continue
			}
			if n, through, ok := r.Named(o.Fn); ok && n.Class == "degradable" {
				if through == "" {
					through = syntax.Spell(o.Fn)
				}
				m.passes[f.Obj], grew = &Passes{n.Name, through, n.Source}, true
			}
		}
	}
	for fn, p := range m.passes {
		export(fn, p)
	}
}

// Named is what is said about a function; through is the function about which it is said, where fn only hands on its
// failure.
func (r *Result) Named(fn *types.Func) (n config.Named, through string, ok bool) {
	if r.m == nil || r.m.dirs == nil || fn == nil {
		return n, "", false
	}
	if n, ok = r.m.dirs.Named(fn); ok {
		return n, "", true
	}
	p := r.m.passes[fn.Origin()]
	if p == nil && fn.Pkg() != nil && fn.Pkg() != r.m.Types {
		if p = new(Passes); !r.m.fact(fn.Origin(), p) {
			p = nil
		}
	}
	if p == nil {
		return n, "", false
	}
	return config.Named{Downstream: config.Downstream{Name: p.Name, Class: "degradable"}, Source: p.Source}, p.Fn, true
}

// Ends is the statement of f, around the call or of the function itself, by which the failure of a call ends f without an
// answer, also through a group, a channel or a variable; nil where it does not.
func (r *Result) Ends(o *Outcome, f *syntax.Func) ast.Node {
	m := r.m
	s := &flow{model: m, f: f, r: &rounds{node: f.Node, places: places{m: m}}, asks: map[*ast.CallExpr]*downstream.Call{o.Expr: o.Call},
		trees: []ast.Node{f.Body}}
	s.run()
	return s.failsAll()
}

// AnswersError reports whether a branch tells the client of a failure: http.Error, a status of 400 and more, a helper that
// is called for it.
func (r *Result) AnswersError(n ast.Node) bool { return r.m.answersError(n) }

func (m *model) answersError(n ast.Node) bool {
	found := false
	m.Walk(n, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		if syntax.HasWord(calledAs(call), "error", "err", "errorf", "fail", "failed", "failure", "abort", "problem", "unavailable", "bad", "internal") && (!m.logs(call) || m.toClient(call)) {
			found = true
		}
		for _, a := range call.Args {
			if code, ok := m.int(a); ok && code >= 400 && code < 600 {
				found = true
			}
		}
		return !found
	})
	return found
}

// toClient: the call is given, or made on, what a handler answers with.
func (m *model) toClient(call *ast.CallExpr) bool {
	list := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		list = append([]ast.Expr{sel.X}, list...)
	}
	return slices.ContainsFunc(list, func(e ast.Expr) bool {
		t := m.Info.TypeOf(e)
		if t == nil {
			return false
		}
		src, ok := catalog.SourceOf(t)
		return syntax.Is(t, "net/http", "ResponseWriter") || ok && src.Request
	})
}

// succeeds: the return is an answer with a good status all the same: return c.JSON(http.StatusOK, page).
func (m *model) succeeds(r *ast.ReturnStmt) bool {
	for _, e := range r.Results {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) > 0 {
			if code, ok := m.int(call.Args[0]); ok && code >= 200 && code < 400 {
				return true
			}
		}
	}
	return false
}

// Succeeds reports whether a statement is a return that gives an answer with a good status.
func (r *Result) Succeeds(n ast.Node) bool {
	ret, ok := n.(*ast.ReturnStmt)
	return ok && r.m.succeeds(ret)
}

// Member is a function that a group is given by its name: g.Go(s.load).
type Member struct {
	Fn  *types.Func
	Arg ast.Expr
	In  *syntax.Func
}

func (m *model) members() (out []Member) {
	for _, f := range m.Funcs {
		if f.Broken || f.Test {
			continue
		}
		m.Flat(f.Body, syntax.Calls, func(n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok || !Starts(call) || len(call.Args) == 0 {
				return
			}
			arg := call.Args[len(call.Args)-1]
			if t := m.FuncValue(arg); t.Fn != nil && syntax.IsError(lastResult(t.Fn.Signature())) {
				out = append(out, Member{t.Fn, arg, f})
			}
		})
	}
	return out
}

// Starts reports whether a call gives a group something to do: g.Go(f).
func Starts(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Go" || sel.Sel.Name == "TryGo")
}
