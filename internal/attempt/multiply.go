package attempt

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Times says how many calls one call may become.
type Times struct {
	N   int
	Why string
	Set bool // a setting in the code says so, not the library's default
}

// Repeats is the fact of a function that runs a function it is given again when that fails.
type Repeats struct {
	Param    int  // the parameter that is run again
	Max      int  // attempts at most; 0: unknown
	MaxParam int  // the parameter that holds Max, + 1
	Endless  bool // nothing bounds it
	Deaf     bool // it pauses, and neither takes nor looks at a context
}

func (*Repeats) AFact()           {}
func (r *Repeats) String() string { return fmt.Sprintf("repeats(%d, %d times)", r.Param, r.Max) }

// Multiplies is the fact of a function that makes a downstream call several times when it fails.
type Multiplies struct{ Times Times }

func (*Multiplies) AFact()           {}
func (m *Multiplies) String() string { return fmt.Sprintf("makes %d calls", m.Times.N) }

// Quiet is the package fact that names the clients whose own retries the package sets, or switches off. It repeats what
// its direct imports say.
type Quiet struct{ Families []Family }

// Family is a kind of client and the attempts that it was given; 0: a number that is not constant.
type Family struct {
	Name string
	N    int
}

func (*Quiet) AFact()           {}
func (q *Quiet) String() string { return fmt.Sprintf("quiet(%d)", len(q.Families)) }

// multiply counts, for every function here, the calls that one call of it may become.
func (m *model) multiply() {
	m.settings()
	m.counts = map[*syntax.Func]Times{}
	m.inside = map[*syntax.Func][]*downstream.Call{}
	for _, c := range m.down.Calls {
		m.inside[c.In.Root()] = append(m.inside[c.In.Root()], c)
	}
	for _, f := range m.syn.Funcs {
		m.count(f.Root(), 0)
	}
}

// count is the most that a call of f makes of one attempt. Functions that call each other in a circle count once.
func (m *model) count(f *syntax.Func, depth int) Times {
	if t, ok := m.counts[f]; ok {
		return t
	}
	best := Times{N: 1}
	m.counts[f] = best // while it is being counted
	if depth > downstream.MaxHops {
		return best
	}
	for _, c := range m.inside[f] {
		if _, isGo := m.syn.Parent(c.Expr).(*ast.GoStmt); isGo {
			continue
		}
		if c.Func != nil && c.Func.Root() != f {
			m.count(c.Func.Root(), depth+1)
		}
		t := m.times(c)
		if r := m.around(c.Expr); r != nil && r.Max > 1 && !r.Poll {
			t.N *= r.Max
			t.Why = strings.TrimSuffix(fmt.Sprintf("%s makes %d attempts; %s", f.Name(), r.Max, t.Why), "; ")
		}
		if t.N > best.N && t.N < 1000 {
			best = t
		}
	}
	m.counts[f] = best
	return best
}

// times says how many calls c may become by itself.
func (m *model) times(c *downstream.Call) Times {
	one := Times{N: 1}
	switch {
	case c.Sink != nil:
		if c.Sink.Protocol == catalog.GRPC && m.quiet[grpcFamily] > 1 {
			return Times{m.quiet[grpcFamily], fmt.Sprintf("its connection is set to %d attempts", m.quiet[grpcFamily]), true}
		}
		if c.Fn == nil {
			return one
		}
		s, ok := catalog.SelfRetryOf(c.Fn)
		if !ok {
			return one
		}
		if n, set := m.quiet[s.Family]; set {
			if n < 1 {
				return one
			}
			return Times{n, fmt.Sprintf("its client is set to %d attempts", n), true}
		}
		if s.Attempts < 1 {
			return one
		}
		return Times{s.Attempts, s.Why, false}
	case c.Func != nil && c.Func.Root() != c.In.Root():
		if t, ok := m.counts[c.Func.Root()]; ok {
			return t
		}
	case c.Fn != nil && c.Func == nil:
		var fact Multiplies
		if c.Fn.Pkg() != nil && c.Fn.Pkg() != m.pass.Pkg && m.pass.ImportObjectFact(c.Fn, &fact) {
			return fact.Times
		}
	}
	return one
}

// Attempts says how many calls a call of a library's client may become by itself: its own retries.
func (res *Result) Attempts(c *downstream.Call) Times {
	if res.m == nil || c.Sink == nil {
		return Times{N: 1}
	}
	return res.m.times(c)
}

// around returns the retry that repeats a call: its loop, or the library whose function it stands in.
func (m *model) around(call *ast.CallExpr) *Retry {
	for _, r := range m.found {
		if r.Call == call {
			return r
		}
		if r.Body != nil && r.Body.Node.Pos() <= call.Pos() && call.End() <= r.Body.Node.End() && r.Body.Outer != nil {
			return r
		}
	}
	return nil
}

// Inner returns the most calls that one attempt of r may become.
func (res *Result) Inner(r *Retry) Times {
	m := res.m
	best := Times{N: 1}
	add := func(c *downstream.Call) {
		if t := m.times(c); t.N > best.N {
			best = t
			if best.Why == "" {
				best.Why = c.Name()
			}
		}
	}
	if r.Call != nil {
		if c := m.byExpr[r.Call]; c != nil {
			add(c)
		}
		return best
	}
	if r.Body == nil {
		return best
	}
	for n := range ast.Preorder(r.Body.Body) {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := m.byExpr[call]; c != nil {
				add(c)
			}
		}
	}
	return best
}

// settings finds what this package and its direct imports say about the retries of clients. The smallest number wins:
// which client got it is not followed, and silence is the safe side.
func (m *model) settings() {
	m.quiet = map[string]int{}
	for _, imp := range m.pass.Pkg.Imports() {
		var q Quiet
		if m.pass.ImportPackageFact(imp, &q) {
			for _, f := range q.Families {
				m.setQuiet(f.Name, f.N)
			}
		}
	}
	for _, file := range m.syn.Files {
		m.syn.Walk(file, syntax.Keyed|syntax.Assigns|syntax.Calls, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok {
					m.setting(m.info.Uses[id], n.Value)
				}
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if sel, ok := lhs.(*ast.SelectorExpr); ok && len(n.Rhs) == len(n.Lhs) {
						m.setting(m.syn.VarOf(sel), n.Rhs[i])
					}
				}
			case *ast.CallExpr:
				if fn := m.syn.Target(n).Fn; fn != nil && len(n.Args) > 0 {
					m.setting(fn, n.Args[0])
					m.serviceConfig(fn, n.Args[0])
				}
			}
			return true
		})
	}
	for id, obj := range m.info.Uses { // in any order: the smallest number wins
		if t, ok := obj.(*types.TypeName); ok && t.Pkg() != m.pass.Pkg && m.syn.Parent(id) != nil {
			m.setting(t, nil)
		}
	}
}

const grpcFamily = "grpc"

// serviceConfig reads the retry policy out of grpc.WithDefaultServiceConfig(`{… "retryPolicy": {"maxAttempts": 4, …}}`).
func (m *model) serviceConfig(fn *types.Func, config ast.Expr) {
	if !syntax.IsFunc(fn, "google.golang.org/grpc", "WithDefaultServiceConfig") {
		return
	}
	tv := m.info.Types[config]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return
	}
	_, after, ok := strings.Cut(constant.StringVal(tv.Value), `"maxAttempts"`)
	after = strings.TrimLeft(after, ": \t\n")
	if end := strings.IndexFunc(after, func(r rune) bool { return r < '0' || r > '9' }); ok && end > 0 {
		if n, err := strconv.Atoi(after[:end]); err == nil {
			m.setQuiet(grpcFamily, n)
		}
	}
}

func (m *model) setting(obj types.Object, value ast.Expr) {
	switch v := obj.(type) {
	case nil:
		return
	case *types.Var:
		if v == nil || !v.IsField() {
			return
		}
	}
	if obj.Pkg() == nil || obj.Pkg() == m.pass.Pkg || !strings.Contains(obj.Pkg().Path(), ".") {
		return
	}
	s, ok := catalog.SettingOf(obj.Pkg().Path(), obj.Name())
	if !ok {
		return
	}
	n, known := 0, false
	if value != nil {
		n, known = m.number(value)
	}
	switch {
	case s.Sets == catalog.SetsForever:
		m.setQuiet(s.Family, 1)
	case !known:
		m.setQuiet(s.Family, 0)
	case n == 0 && s.ZeroIsDefault:
	case s.Sets == catalog.SetsRetries:
		m.setQuiet(s.Family, max(n, 0)+1)
	default:
		m.setQuiet(s.Family, max(n, 1))
	}
}

func (m *model) setQuiet(family string, n int) {
	if old, ok := m.quiet[family]; !ok || n < old {
		m.quiet[family] = n
	}
}

// export writes the facts.
func (m *model) export() {
	for f, t := range m.counts {
		if f.Obj != nil && !f.Test && t.N > 1 {
			m.pass.ExportObjectFact(f.Obj, &Multiplies{t})
		}
	}
	for f, r := range m.repeats {
		if f.Obj != nil && !f.Test {
			m.pass.ExportObjectFact(f.Obj, r)
		}
	}
	var q Quiet
	for name, n := range m.quiet {
		q.Families = append(q.Families, Family{name, n})
	}
	slices.SortFunc(q.Families, func(a, b Family) int { return cmp.Compare(a.Name, b.Name) })
	if len(q.Families) > 0 {
		m.pass.ExportPackageFact(&q)
	}
}
