package deadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Hand is a context that belongs to the current request and is in scope at a call.
type Hand struct {
	// Expr spells it in the user's words: "ctx", "r.Context()". For a parameter named _ it is "_".
	Expr string
	// Var is the variable it is taken from: a context, a request, a gin context.
	Var   *types.Var
	Owner *syntax.Func // the function whose parameter it is
	// Command: it is the context of a command line, which ends with the process.
	Command bool
	// Derived is a context variable in scope at the call that derives from it; Expr then names that one.
	Derived *types.Var
}

// hand finds the context at hand at a call, looking outwards through the literals that run within their
// surroundings. async reports that a go statement lies between the call and the function around it.
func (m *model) hand(c *downstream.Call) (h *Hand, async bool) {
	if _, ok := m.syn.Parent(c.Expr).(*ast.GoStmt); ok {
		return nil, true // go f(): nobody waits for it
	}
	if h, async = m.handFrom(c.In, c.Expr); h == nil && !async {
		h = m.ofReceiver(c)
	}
	return h, async
}

// handAt is hand for an expression that stands somewhere in the same declaration as in.
func (m *model) handAt(in *syntax.Func, at ast.Expr) *Hand {
	if f := m.syn.Around(at); f != nil {
		in = f
	}
	h, _ := m.handFrom(in, at)
	return h
}

func (m *model) handFrom(in *syntax.Func, at ast.Expr) (h *Hand, async bool) {
	for f := in; f != nil; f = f.Outer {
		if h := m.handIn(f, at); h != nil {
			return h, async
		}
		lit, ok := f.Node.(*ast.FuncLit)
		if !ok {
			return nil, async
		}
		switch m.runs(lit) {
		case apart:
			return nil, async
		case behind:
			async = true
			if !m.joined(lit) {
				return nil, true
			}
		}
	}
	return nil, async
}

// handIn looks at the parameters of one function.
func (m *model) handIn(f *syntax.Func, at ast.Expr) *Hand {
	var h *Hand
	f.Params(func(i int, v *types.Var) bool {
		t := v.Type()
		if i < 0 && !syntax.IsRequest(t) { // a receiver may hold a context, but whose it is cannot be told
			return true
		}
		name := v.Name()
		if name == "" {
			name = "_"
		}
		switch src, ok := catalog.SourceOf(t); {
		case syntax.IsContext(t):
			h = &Hand{Expr: name, Var: v, Owner: f}
		case ok && strings.HasPrefix(src.Pkg, "github.com/gofiber/fiber") && !m.userContext:
			// fiber's is context.Background() until somebody sets one
		case ok && name == "_":
			// a request without a name: nothing to pass on without naming it first
		case ok:
			h = &Hand{Expr: name + src.Expr, Var: v, Owner: f}
		default:
			if expr := requestField(t, name); expr != "" && i >= 0 && name != "_" {
				h = &Hand{Expr: expr, Var: v, Owner: f}
			}
		}
		return h == nil
	})
	if h == nil {
		return nil
	}
	f.Params(func(_ int, v *types.Var) bool {
		h.Command = h.Command || isCommand(v.Type())
		return true
	})
	if v := m.derived(h, at); v != nil {
		h.Expr, h.Derived = v.Name(), v
	}
	return h
}

// isCommand: a value that a command line library hands to the function that runs a command.
func isCommand(t types.Type) bool {
	n := syntax.NameOf(t)
	if n == nil || n.Pkg() == nil || n.Name() != "Command" && n.Name() != "Context" {
		return false
	}
	p := n.Pkg().Path()
	return strings.HasPrefix(p, "github.com/urfave/cli") || p == "github.com/spf13/cobra" || strings.HasPrefix(p, "github.com/alecthomas/kong")
}

// requestField: a parameter that is a struct with an *http.Request in a field or embedded (a framework's event, also
// one that embeds the event), or that embeds a context.
func requestField(t types.Type, name string) string {
	if it, ok := t.Underlying().(*types.Interface); ok && isContextLike(it) {
		return name // type ClientContext interface { context.Context; Client() *http.Client }
	}
	return requestIn(t, name, 0)
}

// isContextLike: the interface has the methods of context.Context, and more.
func isContextLike(it *types.Interface) bool {
	have := 0
	for fn := range it.Methods() {
		switch fn.Name() {
		case "Deadline", "Done", "Err", "Value":
			have++
		}
	}
	return have == 4
}

func requestIn(t types.Type, name string, depth int) string {
	st, ok := syntax.Deref(t).Underlying().(*types.Struct)
	if !ok || depth > 3 || syntax.Is(t, "net/http", "Response") { // whose Request is the one that was sent, and may be nil
		return ""
	}
	for f := range st.Fields() {
		if syntax.IsRequest(f.Type()) && (f.Exported() || f.Embedded()) {
			return name + "." + f.Name() + ".Context()"
		}
		if f.Embedded() && syntax.IsContext(f.Type()) {
			return name
		}
	}
	for f := range st.Fields() {
		if f.Embedded() {
			if expr := requestIn(f.Type(), name, depth+1); expr != "" {
				return expr
			}
		}
	}
	return ""
}

// derived is the innermost context variable in scope at a call that carries the one at hand on: the ctx of
// `ctx, cancel := context.WithTimeout(r.Context(), d)`.
func (m *model) derived(h *Hand, at ast.Expr) *types.Var {
	scope := m.pass.Pkg.Scope().Innermost(at.Pos())
	for ; scope != nil && scope != m.pass.Pkg.Scope(); scope = scope.Parent() {
		var best *types.Var
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || v == h.Var || v.Pos() >= at.Pos() || !syntax.IsContext(v.Type()) || name == "_" {
				continue
			}
			if m.carries(v, h, at, 0) && !m.cancelled(v, at) && (best == nil || v.Pos() > best.Pos()) {
				best = v
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// carries reports whether v was made from the context at hand. A group's context is for its members: anywhere else it
// may be over already.
func (m *model) carries(v *types.Var, h *Hand, at ast.Node, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, d := range m.syn.All(v) {
		if d.Kind != syntax.Assigned {
			continue
		}
		call, ok := ast.Unparen(d.Rhs).(*ast.CallExpr)
		if !ok {
			continue
		}
		if m.contextDef(d, 0).Origin == Root {
			continue // WithValue(context.Background(), key, r.Header.Get(…)) takes no more than a value
		}
		if t := m.syn.Target(call); t.Fn != nil {
			if kind, ok := catalog.DeriveOf(t.Fn); ok && kind == catalog.Ends && !m.isMember(at, m.groupOf(d)) {
				return false
			}
		}
		found := false
		m.syn.Inspect(call, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !found {
				if u, ok := m.info.Uses[id].(*types.Var); ok {
					found = u == h.Var || u != v && syntax.IsContext(u.Type()) && m.carries(u, h, at, depth+1)
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

type running uint8

const (
	within running = iota // while the surroundings wait
	behind                // in a goroutine of its own
	apart                 // at another time: stored, returned, deferred, or handed to somebody unknown
)

// runs tells when a function literal runs, seen from the function around it.
func (m *model) runs(lit *ast.FuncLit) running {
	var n ast.Node = lit
	up := m.syn.Parent(n)
	for {
		if p, ok := up.(*ast.ParenExpr); ok {
			n, up = p, m.syn.Parent(p)
			continue
		}
		break
	}
	switch up := up.(type) {
	case *ast.CallExpr:
		if up.Fun == n {
			switch m.syn.Parent(up).(type) {
			case *ast.GoStmt:
				return behind
			case *ast.DeferStmt:
				return apart
			}
			return within
		}
		return m.callbackRuns(up)
	case *ast.AssignStmt:
		for i, r := range up.Rhs {
			if r == n && i < len(up.Lhs) {
				if v := m.syn.VarOf(up.Lhs[i]); v != nil && !v.IsField() && v.Parent() != m.pass.Pkg.Scope() {
					return m.variableRuns(v)
				}
			}
		}
	case *ast.ValueSpec:
		if len(up.Names) == 1 {
			if v := m.syn.VarOf(up.Names[0]); v != nil && v.Parent() != m.pass.Pkg.Scope() {
				return m.variableRuns(v)
			}
		}
	}
	return apart
}

// callbackRuns decides by the callee's name whether it runs the literal while its caller waits.
func (m *model) callbackRuns(call *ast.CallExpr) running {
	t := m.syn.Target(call)
	if t.Fn == nil {
		return apart
	}
	switch t.Fn.Name() {
	case "Go", "TryGo", "Submit", "Spawn", "SafeGo", "Async", "GoSafe", "RunSafe":
		return behind
	case "AfterFunc", "OnEvict", "OnEviction", "Subscribe", "QueueSubscribe", "HandleFunc", "Handle", "Register", "NewFunc":
		return apart
	}
	if syntax.HasWord(t.Fn.Name(), "do", "run", "retry", "each", "map", "with", "transaction", "walk", "tx", "call",
		"execute", "try", "range", "load", "get", "in", "wait", "atomic", "select", "visit", "all", "group", "fetch") {
		return within
	}
	return apart
}

// variableRuns: a literal kept in a local variable runs where that is called, if all its uses are calls.
func (m *model) variableRuns(v *types.Var) running {
	defs := m.syn.All(v)
	if len(defs) == 0 || defs[0].Func == nil {
		return apart
	}
	out, found := within, false
	m.syn.Inspect(defs[0].Func.Root().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || m.info.Uses[id] != v {
			return true
		}
		found = true
		out = max(out, m.useRuns(id))
		return true
	})
	if !found {
		return apart
	}
	return out
}

func (m *model) useRuns(id *ast.Ident) running {
	call, ok := m.syn.Parent(id).(*ast.CallExpr)
	if !ok {
		return apart
	}
	if call.Fun != ast.Expr(id) {
		return m.callbackRuns(call)
	}
	switch m.syn.Parent(call).(type) {
	case *ast.GoStmt:
		return behind
	case *ast.DeferStmt:
		return apart
	}
	return within
}

// joined reports whether the function around a goroutine waits for it: after the literal, in the same declaration,
// stands a Wait of the group that starts or marks it, or a receive from a channel that the literal uses. A receive
// from ctx.Done() or from a channel of signals waits for something else.
func (m *model) joined(lit *ast.FuncLit) bool {
	f := m.syn.FuncOf(lit)
	if f == nil || f.Outer == nil {
		return false
	}
	uses := func(e ast.Expr) bool {
		v := m.syn.VarOf(e)
		return v != nil && (m.mentionsVar(lit, v) || m.starts(v, lit))
	}
	found := false
	m.syn.Inspect(f.Outer.Root().Body, func(n ast.Node) bool {
		if n == nil || n.End() <= lit.End() || found {
			return !found
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Pos() <= lit.Pos() && lit.End() <= n.End()
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && n.Pos() > lit.End() && (sel.Sel.Name == "Wait" || sel.Sel.Name == "StopAndWait") {
				found = uses(sel.X)
			}
		case *ast.UnaryExpr:
			found = n.Op == token.ARROW && n.Pos() > lit.End() && uses(n.X)
		case *ast.RangeStmt:
			if t := m.info.TypeOf(n.X); t != nil && n.Pos() > lit.End() {
				_, ch := t.Underlying().(*types.Chan)
				found = ch && uses(n.X)
			}
		}
		return !found
	})
	return found
}

// starts: the literal is handed to a method of group v: g.Go(func() error {…}).
func (m *model) starts(v *types.Var, lit *ast.FuncLit) bool {
	call, ok := m.syn.Parent(lit).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && m.syn.VarOf(sel.X) == v
}
