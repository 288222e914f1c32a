package chanleak

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// place tells how a piece of code runs, seen from the function around it.
type place struct {
	start    ast.Node     // the statement or call that starts the goroutine it is in; nil: the function itself
	fn       *syntax.Func // that goroutine's function
	deferred bool
	unknown  bool
}

// context looks outwards from n to f through the literals between them.
func (c *chans) context(f *syntax.Func, n ast.Node) place {
	var out place
	for g := c.syn.Around(n); g != nil && g != f; g = g.Outer {
		lit, ok := g.Node.(*ast.FuncLit)
		if !ok {
			return place{unknown: true}
		}
		start, deferred, known := c.runs(lit)
		if !known {
			return place{unknown: true}
		}
		if start != nil {
			out.start, out.fn, out.deferred = start, g, false
		}
		out.deferred = out.deferred || deferred && start == nil && out.start == nil
	}
	return out
}

// runs tells what starts the literal as a goroutine, or that it is deferred; a literal that is called on the spot is
// neither, but known.
func (c *chans) runs(lit *ast.FuncLit) (start ast.Node, deferred, known bool) {
	switch up := c.syn.Parent(lit).(type) {
	case *ast.CallExpr:
		if up.Fun == ast.Expr(lit) {
			switch s := c.syn.Parent(up).(type) {
			case *ast.GoStmt:
				return s, false, true
			case *ast.DeferStmt:
				return nil, true, true
			}
			return nil, false, true
		}
		if c.starter(up) {
			return up, false, true
		}
	case *ast.AssignStmt:
		if len(up.Lhs) == 1 && len(up.Rhs) == 1 {
			return c.variableRuns(c.syn.VarOf(up.Lhs[0]))
		}
	case *ast.ValueSpec:
		if len(up.Names) == 1 {
			return c.variableRuns(c.syn.VarOf(up.Names[0]))
		}
	}
	return nil, false, false
}

// variableRuns: worker := func() {…}; go worker().
func (c *chans) variableRuns(v *types.Var) (start ast.Node, deferred, known bool) {
	if v == nil || v.IsField() || len(c.syn.All(v)) != 1 || c.syn.All(v)[0].Func == nil {
		return nil, false, false
	}
	known = true
	ast.Inspect(c.syn.All(v)[0].Func.Root().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || c.info.Uses[id] != v || !known {
			return known
		}
		call, ok := c.syn.Parent(id).(*ast.CallExpr)
		switch {
		case !ok:
			known = false
		case call.Fun != ast.Expr(id):
			known = c.starter(call)
			start = call
		default:
			g, isGo := c.syn.Parent(call).(*ast.GoStmt)
			known = isGo
			start = g
		}
		return known
	})
	if !known || start == nil {
		return nil, false, false
	}
	return start, false, true
}

// starter: the call runs the function it is given in a goroutine: g.Go(f), wg.Go(f), time.AfterFunc(d, f).
func (c *chans) starter(call *ast.CallExpr) bool {
	t := c.syn.Target(call)
	if t.Fn == nil {
		return false
	}
	switch t.Fn.Name() {
	case "Go", "TryGo", "SafeGo", "GoSafe", "AfterFunc":
		return true
	}
	return false
}

// work names what the goroutine of s does that can take long, a downstream call if there is one, and says where; "" if
// nothing is known to.
func (c *chans) work(s send) (string, *ast.CallExpr) {
	unknown, at := "", (*ast.CallExpr)(nil)
	for n := range ast.Preorder(s.fn.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if name := c.leaves(call); name != "" {
			if syntax.HasWord(name, endless...) {
				return "", nil
			}
			return name, call
		}
		if unknown == "" {
			unknown, at = c.long(call), call
		}
	}
	if syntax.HasWord(unknown, endless...) {
		return "", nil
	}
	return unknown, at
}

// blocked is the first send of the goroutine of s that comes after the call, or with it: those before it are done by
// then, unless it is a loop.
func blocked(sends []send, s send, call *ast.CallExpr) send {
	for _, x := range sends {
		if x.fn == s.fn && x.node.End() > call.Pos() {
			return x
		}
	}
	return s
}

// endless are the words of calls that run until the process ends.
var endless = []string{"serve", "listen", "watch", "consume", "subscribe", "accept", "loop"}

// leaves names a call that leaves the process, or probably does.
func (c *chans) leaves(call *ast.CallExpr) string {
	for _, calls := range [][]*downstream.Call{c.down.In(c.syn.Around(call)), c.down.Likely} {
		for _, k := range calls {
			if k.Expr == call {
				return k.Name()
			}
		}
	}
	return ""
}

// long names unknown work behind a function value or an interface, or a wait of the standard library.
func (c *chans) long(call *ast.CallExpr) string {
	t := c.syn.Target(call)
	if t.Fn == nil {
		v := c.syn.VarOf(call.Fun)
		if t.Func == nil && v != nil && isFunc(v.Type()) && !v.IsField() && !syntax.Is(v.Type(), "context", "CancelFunc") {
			return v.Name()
		}
		return ""
	}
	if syntax.IsInterface(t.Fn) && hasErrorOrContext(t.Fn) && t.Fn.Pkg() != nil && !local(t.Fn.Pkg().Path()) {
		if syntax.HasWord(t.Fn.Name(), "run", "start") {
			return ""
		}
		return types.ExprString(call.Fun)
	}
	if t.Func == nil && syntax.CtxParam(t.Fn.Signature()) >= 0 && t.Fn.Pkg() != nil && t.Fn.Pkg() != c.syn.Types && strings.Contains(t.Fn.Pkg().Path(), ".") {
		return syntax.Spell(t.Fn) // work out of sight that may have to be ended
	}
	switch {
	case syntax.IsMethod(t.Fn, "os/exec", "Cmd", "Wait", "Run", "Output", "CombinedOutput"),
		syntax.IsMethod(t.Fn, "os", "Process", "Wait"),
		syntax.IsMethod(t.Fn, "sync", "WaitGroup", "Wait"),
		syntax.IsMethod(t.Fn, "golang.org/x/sync/errgroup", "Group", "Wait"),
		syntax.IsFunc(t.Fn, "io", "ReadAll", "Copy"),
		syntax.IsMethod(t.Fn, "bufio", "Reader", "ReadString", "ReadBytes", "ReadLine"):
		return syntax.Spell(t.Fn)
	}
	return ""
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// local: interfaces of the standard library that are mostly met in memory.
func local(path string) bool {
	switch path {
	case "context", "fmt", "sort", "hash", "io", "io/fs", "log/slog", "encoding", "encoding/json", "reflect", "flag":
		return true
	}
	return false
}

func hasErrorOrContext(fn *types.Func) bool {
	sig := fn.Signature()
	n := sig.Results().Len()
	return syntax.CtxParam(sig) >= 0 || n > 0 && syntax.IsError(sig.Results().At(n-1).Type())
}
