package bound

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// start is a statement that starts goroutines, or a call that starts one for each element of an argument.
type start struct {
	node  ast.Node // *ast.GoStmt or *ast.CallExpr
	in    *syntax.Func
	call  *ast.CallExpr // go f(x): f(x); else the starting call
	runs  []runs        // what the goroutine runs
	group ast.Expr      // g of g.Go(f)
	kind  *starter      // nil for go statements and the module's own starters
	items ast.Expr      // started once per element of it; nil: once
	alone bool          // the call starts a goroutine inside and does not wait
}

type runs struct {
	syntax.Target
	call *ast.CallExpr // the call by which it runs, nil for a function value
}

// starter is a library's function or method that runs a function in a goroutine of its own.
type starter struct {
	pkg, recv, names string // recv "" for functions
	fn               int    // the parameter that is run
	items            int    // runs once per element of this parameter; -1: once
	limits           string // methods of the group, or of its constructor's chain, that limit it; "" there is none
}

var starters = []starter{
	{"golang.org/x/sync/errgroup", "Group", "Go TryGo", 0, -1, "SetLimit"},
	{"sync", "WaitGroup", "Go", 0, -1, ""},
	{"time", "", "AfterFunc", 1, -1, ""},
	{"github.com/sourcegraph/conc", "WaitGroup", "Go", 0, -1, ""},
	{"github.com/sourcegraph/conc/pool", "Pool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/sourcegraph/conc/pool", "ErrorPool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/sourcegraph/conc/pool", "ContextPool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/sourcegraph/conc/pool", "ResultPool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/sourcegraph/conc/pool", "ResultErrorPool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/sourcegraph/conc/pool", "ResultContextPool", "Go", 0, -1, "WithMaxGoroutines"},
	{"github.com/samber/lo/parallel", "", "ForEach Map", 1, 0, ""},
	{"github.com/zeromicro/go-zero/core/threading", "", "GoSafe", 0, -1, ""},
	{"github.com/zeromicro/go-zero/core/threading", "", "GoSafeCtx", 1, -1, ""},
	{"github.com/zeromicro/go-zero/core/threading", "RoutineGroup", "Run RunSafe", 0, -1, ""},
	{"github.com/bytedance/gopkg/util/gopool", "", "Go", 0, -1, "SetCap"},
	{"github.com/bytedance/gopkg/util/gopool", "", "CtxGo", 1, -1, "SetCap"},
	{"k8s.io/apimachinery/pkg/util/wait", "Group", "Start", 0, -1, ""},
	{"k8s.io/apimachinery/pkg/util/wait", "Group", "StartWithContext", 1, -1, ""},
	{"gopkg.in/tomb.v2", "Tomb", "Go", 0, -1, ""},
	{"cloud.google.com/go/errgroup", "Group", "Go", 0, -1, "SetLimit"},
}

// serial are functions that call a parameter once for each element, in the caller's goroutine.
var serial = []starter{
	{"github.com/samber/lo", "", "ForEach Map FlatMap FilterMap ForEachWhile", 1, 0, ""},
	{"sync", "Map", "Range", 0, -1, ""},
}

func lookup(table []starter, fn *types.Func) *starter {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	recv := ""
	if r := fn.Signature().Recv(); r != nil {
		n := syntax.NameOf(r.Type())
		if n == nil {
			return nil
		}
		recv = n.Name()
	}
	for i := range table {
		if t := &table[i]; t.recv == recv && t.pkg == fn.Pkg().Path() && hasName(t.names, fn.Name()) {
			return t
		}
	}
	return nil
}

// learn finds what each function does, callees before callers as far as a few rounds go.
func (m *model) learn() {
	for round, grew := 0, true; grew && round < maxRounds; round++ { // what works for ever, first: nothing is taken back
		grew = false
		for _, f := range m.syn.Funcs {
			if d := m.does[f]; !f.Broken && !d.Forever && m.forever(f) {
				d.Forever, grew = true, true
			}
		}
	}
	for round, grew := 0, true; grew && round < maxRounds; round++ {
		grew = false
		m.starts = nil
		for _, f := range m.syn.Funcs {
			if !f.Broken && m.study(f) {
				grew = true
			}
		}
		for _, s := range m.starts {
			grew = m.passOn(s) || grew
		}
	}
}

const maxRounds = 5

func (m *model) study(f *syntax.Func) (grew bool) {
	d := m.does[f]
	before := *d
	d.Forever = d.Forever || m.forever(f)
	d.Takes = d.Takes || m.takesSlot(f)
	d.Slot = d.Slot || m.holdsSlot(f)
	d.Rate = d.Rate || m.rated(f)
	d.Paces = d.Paces || m.paces(f)
	if d.Size == "" {
		d.Size = m.returnsSmall(f)
	}
	if d.Group == "" {
		d.Group = m.returnsLimited(f)
	}
	grew = d.Forever != before.Forever || d.Takes != before.Takes || d.Rate != before.Rate || d.Paces != before.Paces || d.Slot != before.Slot || d.Size != before.Size || d.Group != before.Group
	m.syn.Flat(f.Body, syntax.Gos|syntax.Calls, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.GoStmt:
			m.starts = append(m.starts, &start{node: n, in: f, call: n.Call, runs: []runs{{m.syn.Target(n.Call), n.Call}}})
		case *ast.CallExpr:
			if _, ok := m.syn.Parent(n).(*ast.GoStmt); !ok {
				m.starting(f, n)
			}
			grew = m.callsParam(f, n) || grew
		}
	})
	return grew
}

// starting lists the starts that a call makes.
func (m *model) starting(f *syntax.Func, call *ast.CallExpr) {
	t := m.syn.Target(call)
	if k := lookup(starters, t.Fn); k != nil && k.fn < len(call.Args) {
		s := &start{node: call, in: f, call: call, group: t.Recv, kind: k, runs: []runs{{m.syn.FuncValue(call.Args[k.fn]), nil}}}
		if k.items >= 0 {
			s.items = call.Args[k.items]
		}
		m.starts = append(m.starts, s)
		return
	}
	about := m.about(t)
	for _, st := range about.Starts {
		if st.Serial || st.Fn >= len(call.Args) {
			continue
		}
		s := &start{node: call, in: f, call: call}
		switch {
		case st.Items == st.Fn: // func Parallel(fs ...func() error)
			for _, e := range m.elements(call, st.Fn) {
				s.runs = append(s.runs, runs{m.syn.FuncValue(e), nil})
			}
			if !call.Ellipsis.IsValid() && t.Fn != nil && t.Fn.Signature().Variadic() {
				continue // as many as are written here
			}
		default:
			s.runs = []runs{{m.syn.FuncValue(call.Args[st.Fn]), nil}}
		}
		if st.Items >= 0 && st.Items < len(call.Args) {
			s.items = call.Args[st.Items]
		}
		m.starts = append(m.starts, s)
	}
	if about.Alone && len(about.Starts) == 0 && !m.syn.Shut(t, call, about.Lone.Reach.Guard) {
		m.starts = append(m.starts, &start{node: call, in: f, call: call, alone: true, runs: []runs{{t, call}}})
	}
}

// elements are the functions in a slice: those of its literals and of append.
func (m *model) elements(call *ast.CallExpr, i int) (out []ast.Expr) {
	if !call.Ellipsis.IsValid() && i < len(call.Args)-1 {
		return call.Args[i:]
	}
	if lit, ok := unparen(call.Args[i]).(*ast.CompositeLit); ok {
		return lit.Elts
	}
	v := m.syn.VarOf(call.Args[i])
	if v == nil {
		return call.Args[i:]
	}
	for _, d := range m.syn.Reach(v, call.Args[i]) {
		switch e := unparen(d.Rhs).(type) {
		case *ast.CompositeLit:
			out = append(out, e.Elts...)
		case *ast.CallExpr:
			if isBuiltin(m.info, e, "append") {
				out = append(out, e.Args[1:]...)
			}
		}
	}
	return out
}

// callsParam: f calls a function parameter for each element of another parameter, in its own goroutine.
func (m *model) callsParam(f *syntax.Func, call *ast.CallExpr) bool {
	fn := m.param(f, m.syn.VarOf(call.Fun))
	if fn < 0 || f.Obj == nil {
		return false
	}
	for n := m.syn.Parent(call); n != nil && n != f.Node; n = m.syn.Parent(n) {
		if r, ok := n.(*ast.RangeStmt); ok {
			if items := m.param(f, m.syn.VarOf(r.X)); items >= 0 {
				return m.does[f].add(Start{fn, items, true})
			}
		}
	}
	return false
}

// param is the index of v among the parameters of f's declaration, -1 if it is none.
func (m *model) param(f *syntax.Func, v *types.Var) int {
	found := -1
	if v != nil && f.Root().Obj != nil {
		f.Root().Params(func(i int, p *types.Var) bool {
			if p == v {
				found = i
			}
			return true
		})
	}
	return found
}

// passOn makes facts of what a start means for its function's callers.
func (m *model) passOn(s *start) (grew bool) {
	root := s.in.Root()
	if root.Obj == nil || root.Test {
		return false
	}
	limit := m.limit(s)
	if limit.How != "" && !limit.Inside {
		return false
	}
	for _, p := range m.paramsRun(root, s) {
		if limit.Inside {
			break
		}
		st := Start{Fn: p, Items: -1}
		ok := true
		for _, l := range m.loops(s.node, s.in) {
			if t := l.trip; t.Limited() {
				continue
			}
			items := m.param(root, m.syn.VarOf(l.items))
			ok = ok && items >= 0 && st.Items < 0
			st.Items = items
		}
		if s.items != nil {
			st.Items = m.param(root, m.syn.VarOf(s.items))
			ok = ok && st.Items >= 0
		}
		if ok {
			grew = m.does[root].add(st) || grew
		}
	}
	return m.leavesAlone(s, limit) || grew
}

func (m *model) onlyLikely(calls []*downstream.Call) bool {
	return !slices.ContainsFunc(calls, func(c *downstream.Call) bool { return !m.likely[c] })
}

// paramsRun are the function parameters of root that the started goroutine runs.
func (m *model) paramsRun(root *syntax.Func, s *start) (out []int) {
	add := func(e ast.Expr) {
		if p := m.elementOf(root, e); p >= 0 && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if s.kind == nil {
		add(s.call.Fun)
	}
	for _, a := range s.call.Args {
		if _, ok := typeOf(m.info, a).(*types.Signature); ok {
			add(a)
		}
	}
	for _, r := range s.runs {
		if r.Func == nil || r.Func.Outer == nil {
			continue
		}
		m.syn.Inspect(r.Func.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				add(call.Fun)
			}
			return true
		})
	}
	return out
}

// elementOf: e names a parameter, or ranges over the elements of one.
func (m *model) elementOf(root *syntax.Func, e ast.Expr) int {
	v := m.syn.VarOf(e)
	if v == nil {
		return -1
	}
	if p := m.param(root, v); p >= 0 {
		return p
	}
	for _, d := range m.syn.All(v) {
		if d.Kind == syntax.Ranged {
			return m.param(root, m.syn.VarOf(d.Rhs))
		}
	}
	return -1
}

// reached are the downstream calls, likely ones too, of a function with the literals inside it.
func (m *model) reached(f *syntax.Func) (out []*downstream.Call) {
	m.syn.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := m.calls[call]; c != nil && !(c.Sink != nil && c.Sink.Request) {
				out = append(out, c)
			}
		}
		return true
	})
	return out
}

func (m *model) callsOf(s *start) (out []*downstream.Call) {
	for _, r := range s.runs {
		switch {
		case s.alone:
			lone := m.about(r.Target).Lone
			out = append(out, &downstream.Call{Expr: s.call, In: s.in, Target: r.Target, Reach: []downstream.Reach{lone.Reach}})
		case r.Func != nil && r.Func.Outer != nil:
			out = append(out, m.literalCalls(r.Func, 0)...)
		case r.call != nil:
			if c := m.calls[r.call]; c != nil {
				out = append(out, c)
			}
		case r.Fn != nil:
			if reach := m.down.Reaches(r.Target); len(reach) > 0 {
				out = append(out, &downstream.Call{Expr: s.call, In: s.in, Target: r.Target, Reach: reach})
			}
		}
	}
	return out
}

// literalCalls leaves out calls of other literals of the same declaration that reach nothing themselves: the pass below
// cannot tell them apart.
func (m *model) literalCalls(f *syntax.Func, depth int) (out []*downstream.Call) {
	for _, c := range m.reached(f) {
		if c.Func != nil && c.Func.Outer != nil && (depth > 3 || len(m.literalCalls(c.Func, depth+1)) == 0) {
			continue
		}
		out = append(out, c)
	}
	return out
}
