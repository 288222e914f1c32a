package attempt

import (
	"go/ast"
	"go/token"
	"time"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Naps is the fact that a function does nothing but sleep, and that nothing ends this early.
//
//	func pause(attempt int) { time.Sleep(base<<attempt + rand.N(base)) }
type Naps struct {
	For time.Duration // 0: not constant
}

// AFact makes it a fact.
func (*Naps) AFact() {}

// nap tells how long a call of a function that only sleeps takes; nil for any other call.
func (m *model) nap(call *ast.CallExpr) *Naps {
	if m.contextArg(call) != nil {
		return nil
	}
	t := m.syn.Target(call)
	if t.Func != nil {
		return m.naps(t.Func, 0)
	}
	if t.Fn == nil || t.Fn.Pkg() == nil || t.Fn.Pkg() == m.pass.Pkg {
		return nil
	}
	var fact Naps
	if m.pass.ImportObjectFact(t.Fn, &fact) {
		return &fact
	}
	return nil
}

// rests: the call may sleep or receive, as a function of this package or of another one that is known to.
func (m *model) rests(call *ast.CallExpr) bool {
	if m.nap(call) != nil {
		return true
	}
	f := m.syn.Target(call).Func
	return f != nil && f.Body != nil && m.mayWait(f.Body, func(c *ast.CallExpr) bool { return m.sleeps(c) != nil })
}

// mayWait: n has a select, a receive, or a call of which waits says so.
func (m *model) mayWait(n ast.Node, waits func(*ast.CallExpr) bool) bool {
	found := false
	m.syn.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || waits(n)
		}
		return !found
	})
	return found
}

// naps: f is a declared function without a context, in which something sleeps and nothing is received, asked or called
// that leaves the process.
func (m *model) naps(f *syntax.Func, depth int) *Naps {
	if f.Obj == nil || f.Body == nil || f.Broken || depth > 2 || m.takesContext(f) || len(m.down.In(f)) > 0 {
		return nil
	}
	var out *Naps
	only := true
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.SelectStmt, *ast.DeferStmt, *ast.ForStmt:
			only = false
		case *ast.UnaryExpr:
			only = only && n.Op != token.ARROW
		case *ast.CallExpr:
			if m.looksAt(n) {
				only = false
			}
			if d := m.sleeps(n); d != nil {
				k, _ := m.number(d)
				out = m.sum(out, time.Duration(k))
			} else if t := m.syn.Target(n); t.Func != nil && t.Func != f {
				if inner := m.naps(t.Func, depth+1); inner != nil {
					out = m.sum(out, inner.For)
				}
			} else if m.syn.VarOf(n.Fun) != nil { // a function that it is given
				only = false
			}
		}
		return only
	})
	if !only {
		return nil
	}
	return out
}

// sum adds a sleep; one of unknown length makes the whole unknown.
func (m *model) sum(n *Naps, d time.Duration) *Naps {
	switch {
	case n == nil:
		return &Naps{For: d}
	case n.For == 0 || d == 0:
		return &Naps{}
	}
	return &Naps{For: n.For + d}
}

// exportNaps writes the facts.
func (m *model) exportNaps() {
	for _, f := range m.syn.Funcs {
		if f.Obj == nil || f.Test {
			continue
		}
		if n := m.naps(f, 0); n != nil {
			m.pass.ExportObjectFact(f.Obj, n)
		}
	}
}
