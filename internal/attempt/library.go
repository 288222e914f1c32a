package attempt

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// helpers notes the functions of this package whose loop repeats a function that they are given:
//
//	func again(ctx context.Context, n int, f func() error) error { for i := 0; i < n; i++ { if f() == nil { … } } }
func (m *model) helpers() {
	for _, r := range m.found {
		if r.Call != nil && !r.Poll {
			m.helper(r.In, m.syn.VarOf(r.Call.Fun), r)
		}
	}
}

// helper notes that f repeats its parameter v as r says, and reports whether that is news.
func (m *model) helper(f *syntax.Func, v *types.Var, r *Retry) bool {
	root := f.Root()
	if root.Obj == nil || v == nil || m.repeats[root] != nil {
		return false
	}
	news := false
	root.Params(func(i int, p *types.Var) bool {
		if i >= 0 && p == v {
			m.repeats[root] = &Repeats{
				Param: i, Max: r.Max, MaxParam: r.maxArg, Endless: !r.Capped && !r.Looks && r.Context == nil,
				Deaf: r.Deaf || !r.Looks && r.Context == nil && !m.takesContext(root) && slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.Sleep && !w.Trivial }),
			}
			news = true
		}
		return !news
	})
	return news
}

// takesContext: f has a context, or a value that carries one, among its parameters.
func (m *model) takesContext(f *syntax.Func) bool {
	found := false
	f.Params(func(_ int, v *types.Var) bool {
		found = found || syntax.IsContext(v.Type()) || syntax.IsRequest(v.Type()) || implementsContext(v.Type())
		return !found
	})
	return found
}

// libraries finds the calls of f that hand a function over to be repeated. A helper may stand on another one, so this is
// done until nothing new is found.
func (m *model) libraries() {
	seen := map[*ast.CallExpr]bool{}
	for grew := true; grew; {
		grew = false
		for _, f := range m.syn.Funcs {
			if f.Broken {
				continue
			}
			m.syn.Walk(f.Body, syntax.Literals|syntax.Calls, func(n ast.Node) bool {
				if lit, ok := n.(*ast.FuncLit); ok && lit != f.Node {
					return false
				}
				call, ok := n.(*ast.CallExpr)
				if !ok || seen[call] {
					return true
				}
				if r := m.library(f, call); r != nil {
					seen[call] = true
					m.found = append(m.found, r)
					grew = m.passesOn(r) || grew
				}
				return true
			})
		}
	}
}

// passesOn notes the function around r as a helper, where what r repeats is, or calls, one of its parameters.
func (m *model) passesOn(r *Retry) bool {
	if r.Poll {
		return false
	}
	op := r.op()
	if v := m.syn.VarOf(op); v != nil {
		return m.helper(r.In, v, r)
	}
	if lit, ok := ast.Unparen(op).(*ast.FuncLit); ok {
		for n := range ast.Preorder(lit.Body) {
			if call, ok := n.(*ast.CallExpr); ok {
				if v := m.syn.VarOf(call.Fun); v != nil && m.helper(r.In, v, r) {
					return true
				}
			}
		}
	}
	return false
}

// op is the argument that is repeated.
func (r *Retry) op() ast.Expr {
	call, ok := r.Node.(*ast.CallExpr)
	if !ok || r.opArg < 0 || r.opArg >= len(call.Args) {
		return &ast.BadExpr{}
	}
	return call.Args[r.opArg]
}

// library describes a call of a retrier; nil for any other.
func (m *model) library(f *syntax.Func, call *ast.CallExpr) *Retry {
	t := m.syn.Target(call)
	if t.Fn == nil {
		return nil
	}
	if lib, ok := catalog.RetrierOf(t.Fn); ok {
		if lib.Op < 0 || lib.Op >= len(call.Args) {
			return nil
		}
		if lib.Count > 0 && lib.Count <= len(call.Args) {
			lib.Attempts, _ = m.number(call.Args[lib.Count-1])
			lib.Attempts = max(lib.Attempts, 1)
		}
		r := &Retry{Node: call, In: f, Lib: &lib, opArg: lib.Op, Name: syntax.Spell(t.Fn), Poll: lib.Form == catalog.OnAnswer}
		m.limits(r, call, lib)
		m.repeated(r)
		return r
	}
	rep := m.repeats[t.Func]
	if t.Func == nil && t.Fn.Pkg() != nil && t.Fn.Pkg() != m.pass.Pkg {
		var fact Repeats
		if m.pass.ImportObjectFact(t.Fn, &fact) {
			rep = &fact
		}
	}
	if rep == nil || rep.Param >= len(call.Args) {
		return nil
	}
	r := &Retry{Node: call, In: f, Helper: true, opArg: rep.Param, Name: syntax.Spell(t.Fn), Max: rep.Max, Capped: !rep.Endless, Deaf: rep.Deaf}
	if i := rep.MaxParam - 1; i >= 0 && i < len(call.Args) {
		r.Max, _ = m.number(call.Args[i])
	}
	m.repeated(r)
	return r
}

// repeated looks into the function that r repeats.
func (m *model) repeated(r *Retry) {
	call := r.Node.(*ast.CallExpr)
	if h := m.dead.HandAt(call); h != nil && h.Expr != "_" && !m.dead.Testing() {
		r.Hand = h.Expr
	}
	r.Behind = m.behind(r.In)
	r.Body = m.syn.FuncValue(r.op()).Func
	if r.Body != nil && r.Body.Body == nil { // written in assembly
		r.Body = nil
	}
	if r.Body != nil && !r.Poll {
		r.Unsafe = m.unsafe(r.Body, r.Body.Body)
	}
	if r.Body == nil {
		r.Remote = true // a method value or a parameter: it was given away to be repeated, so it can fail
		return
	}
	for n := range ast.Preorder(r.Body.Body) {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		r.Remote = r.Remote || m.mayRepeat(c)
		r.Given = r.Given || m.given(c)
		r.Looks = r.Looks || m.looksAt(c)
		fn := m.syn.Target(c).Fn
		if fn != nil && (syntax.IsFunc(fn, "errors", "Is", "As") || syntax.HasWord(fn.Name(), "permanent", "unrecoverable", "retryable", "temporary", "conflict", "retry")) {
			r.Picks = true
		}
		if r.Lib != nil && r.Lib.Form == catalog.OnAbort && r.Abort == nil {
			r.Abort = m.foreign(c)
		}
	}
	for _, a := range call.Args {
		if opt, ok := a.(*ast.CallExpr); ok {
			if fn := m.syn.Target(opt).Fn; fn != nil && syntax.HasWord(fn.Name(), "if", "retryable") {
				r.Picks = true
			}
		}
	}
}

// foreign: the call writes to something that the transaction does not roll back.
func (m *model) foreign(call *ast.CallExpr) *downstream.Call {
	c := m.byExpr[call]
	if c == nil {
		return nil
	}
	writes := func(p catalog.Protocol, e catalog.Effect) bool {
		return e == catalog.Write && p != catalog.GCP && p != catalog.SQL && p != catalog.GRPC
	}
	if c.Sink != nil && writes(c.Sink.Protocol, c.Sink.Effect) {
		return c
	}
	for _, r := range c.Reach {
		if writes(r.Protocol, r.Effect) {
			return c
		}
	}
	return nil
}

// limit gathers what a retrier's policy and options say.
type limit struct {
	attempts, elapsed bool // something bounds them
	own               bool // the retrier has a limit in time of its own
	endless           bool // an option takes the elapsed time's default away
	max               int
	maxArg            int
	context           ast.Expr
	unknown           bool
}

// limits reads what bounds a library call.
func (m *model) limits(r *Retry, call *ast.CallExpr, lib catalog.Retrier) {
	l := limit{attempts: lib.Attempts > 0, max: lib.Attempts, elapsed: lib.Elapsed > 0, own: lib.Elapsed > 0}
	for i, a := range call.Args {
		switch {
		case i == lib.Op:
		case lib.Context && l.context == nil && syntax.IsContext(m.info.TypeOf(a)):
			l.context = a
		case lib.Policy == i, lib.Policy < 0 && i > lib.Op:
			m.policy(r.In, &l, a, 0)
		}
	}
	if call.Ellipsis.IsValid() {
		l.unknown = true
	}
	r.Max, r.maxArg, r.Context = l.max, l.maxArg, l.context
	r.Capped = l.attempts || l.elapsed && !l.endless || l.unknown
	if r.Context != nil && m.root(r.Context, 0) {
		r.Context = nil
	}
	if l.unknown && r.Context == nil {
		r.Looks = true // the policy, or an option, is made elsewhere: it may hold a context
	}
}

// policy reads an option or a policy, through variables and the functions of this package that make it.
func (m *model) policy(f *syntax.Func, l *limit, e ast.Expr, depth int) {
	if depth > 6 {
		l.unknown = true
		return
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		m.knob(f, l, e, depth)
	case *ast.UnaryExpr:
		m.policy(f, l, e.X, depth+1)
	case *ast.CompositeLit:
		m.policyLiteral(f, l, e)
	case *ast.FuncLit, *ast.BasicLit:
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil {
			return // a constant, a function
		}
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b != nil {
			return
		}
		defs := m.syn.All(v)
		if len(defs) == 0 || v.IsField() {
			l.unknown = true
		}
		for _, d := range defs {
			if d.Kind != syntax.Assigned || v.IsField() {
				l.unknown = l.unknown || d.Kind == syntax.Param
				continue
			}
			m.policy(f, l, d.Rhs, depth+1)
		}
		m.policyFields(f, l, v)
	default:
		l.unknown = true
	}
}

func (m *model) knob(f *syntax.Func, l *limit, call *ast.CallExpr, depth int) {
	t := m.syn.Target(call)
	if t.Func != nil && t.Func.Body != nil { // func policy() backoff.BackOff { …; return b }
		for n := range ast.Preorder(t.Func.Body) {
			if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
				m.policy(t.Func, l, ret.Results[0], depth+1)
			}
		}
		return
	}
	k, ok := catalog.KnobOf(t.Fn)
	if !ok {
		if tv := m.info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
			m.policy(f, l, call.Args[0], depth+1)
			return
		}
		l.unknown = true
		return
	}
	for i, a := range call.Args { // policies wrap each other
		if t := m.info.TypeOf(a); i != k.Arg || k.Sets == catalog.SetsNothing || k.Sets == catalog.SetsFifteen {
			if _, basic := t.Underlying().(*types.Basic); !basic && !isFunc(t) || catalogOption(t) {
				m.policy(f, l, a, depth+1)
			}
		}
	}
	if k.Arg >= len(call.Args) && k.Sets != catalog.SetsForever && k.Sets != catalog.SetsFifteen && k.Sets != catalog.SetsNothing {
		l.unknown = true
		return
	}
	switch k.Sets {
	case catalog.SetsForever:
		if l.max > 0 && depth == 0 {
			l.attempts, l.max = false, 0
		}
	case catalog.SetsFifteen:
		if !l.own { // where the retrier has a limit of its own, its policy only says how long the pauses are
			l.elapsed = true
		}
	case catalog.SetsContext:
		l.context = call.Args[k.Arg]
	case catalog.SetsNothing:
	default:
		m.set(f, l, k.Sets, call.Args[k.Arg])
	}
}

func catalogOption(t types.Type) bool {
	n := syntax.NameOf(t)
	return n != nil && isFunc(t)
}

// set reads one value.
func (m *model) set(f *syntax.Func, l *limit, kind catalog.KnobKind, value ast.Expr) {
	n, known := m.number(value)
	switch kind {
	case catalog.SetsAttempts:
		l.attempts, l.max, l.maxArg = !known || n > 0, n, m.paramOf(f, value)
	case catalog.SetsRetries:
		l.attempts, l.max = true, 0
		if known {
			l.max = n + 1
		}
	case catalog.SetsElapsed:
		l.elapsed, l.endless = !known || n > 0, known && n == 0
	}
}

// policyLiteral reads backoff.ExponentialBackOff{…}: without the field that limits it, it has no limit.
func (m *model) policyLiteral(f *syntax.Func, l *limit, lit *ast.CompositeLit) {
	name := syntax.NameOf(m.info.TypeOf(lit))
	if name == nil || name.Pkg() == nil {
		l.unknown = true
		return
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			if p, ok := catalog.PolicyFieldOf(name.Pkg().Path(), name.Name(), key.Name); ok {
				m.set(f, l, p.Sets, kv.Value)
			}
		}
	}
}

// policyFields reads b.MaxElapsedTime = 0, for a policy in variable v.
func (m *model) policyFields(f *syntax.Func, l *limit, v *types.Var) {
	name := syntax.NameOf(v.Type())
	if name == nil || name.Pkg() == nil {
		return
	}
	st, ok := name.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	for field := range st.Fields() {
		p, ok := catalog.PolicyFieldOf(name.Pkg().Path(), name.Name(), field.Name())
		if !ok {
			continue
		}
		for _, d := range m.syn.All(field) {
			if sel, ok := d.Lhs.(*ast.SelectorExpr); ok && m.syn.VarOf(sel.X) == v && d.Rhs != nil {
				m.set(f, l, p.Sets, d.Rhs)
			}
		}
	}
}
