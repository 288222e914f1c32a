package outcome

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// fallbacks are the calls in functions that a library, or a function of the module, calls when something failed.
func (m *model) fallbacks() (out []Second) {
	for _, file := range m.Files {
		m.Walk(file, syntax.Calls|syntax.Keyed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f := m.fallbackOf(n); f != nil {
					out = m.asked(out, f, syntax.Spell(m.Target(n).Fn))
				}
			case *ast.KeyValueExpr: // Command{Run: …, Fallback: s.fromArchive}
				if id, ok := n.Key.(*ast.Ident); ok && syntax.HasWord(id.Name, "fallback") {
					out = m.asked(out, n.Value, id.Name)
				}
			}
			return true
		})
	}
	return out
}

// fallbackOf is the argument of a call that is run where something failed.
func (m *model) fallbackOf(call *ast.CallExpr) ast.Expr {
	fn := m.Target(call).Fn
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 || strings.Contains(fn.Pkg().Path(), "budgetlint/runtime/") {
		return nil
	}
	params := fn.Signature().Params()
	funcs, at := 0, ast.Expr(nil)
	for i, a := range call.Args {
		if !isFunc(m.Info.TypeOf(a)) {
			continue
		}
		funcs++
		if i < params.Len() && syntax.HasWord(params.At(i).Name(), "fallback", "backup", "secondary") {
			at = a
		}
	}
	last := call.Args[len(call.Args)-1]
	switch {
	case syntax.IsFunc(fn, "github.com/afex/hystrix-go/hystrix", "Do", "Go", "DoC", "GoC"):
		return last
	case strings.HasPrefix(fn.Pkg().Path(), "github.com/failsafe-go/failsafe-go") && strings.HasSuffix(fn.Name(), "WithFunc"):
		return call.Args[0]
	case syntax.HasWord(fn.Name(), "cache", "cached", "remember", "memo", "route", "handler") || onType(fn, "cache"):
		return nil
	case funcs > 1 && at != nil:
		return at
	case syntax.HasWord(fn.Name(), "fallback") && isFunc(m.Info.TypeOf(last)):
		return last
	}
	return nil
}

// onType: the receiver's type has the word in its name.
func onType(fn *types.Func, word string) bool {
	v := fn.Signature().Recv()
	if v == nil {
		return false
	}
	n := syntax.NameOf(v.Type())
	return n != nil && syntax.HasWord(n.Name(), word)
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// asked adds the first call of a fallback that reads somewhere else what it answers with.
func (m *model) asked(out []Second, e ast.Expr, by string) []Second {
	f := m.FuncValue(e).Func
	if f == nil || f.Test || f.Broken || f.Sig == nil {
		return out
	}
	for v := range f.Sig.Params().Variables() {
		src, ok := catalog.SourceOf(v.Type())
		if syntax.Is(v.Type(), "net/http", "ResponseWriter") || syntax.IsRequest(v.Type()) || ok && src.Request {
			return out // what a router falls back to
		}
	}
	for _, c := range m.down.In(f) {
		if c.Sink != nil && c.Sink.Request || fromMemory(c) || c.Fn == nil || changes(c) && !m.valued(c) {
			continue
		}
		if m.answersWith(c, f) {
			return append(out, Second{Call: c, By: by, In: f})
		}
	}
	return out
}

// valued: the call's first result is kept.
func (m *model) valued(c *downstream.Call) bool {
	res := m.results(c)
	return res != nil && res.Len() > 1
}

// answersWith: what the call gives is returned, or goes to a variable.
func (m *model) answersWith(c *downstream.Call, f *syntax.Func) bool {
	switch s := m.Parent(c.Expr).(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.AssignStmt:
		id, ok := s.Lhs[0].(*ast.Ident)
		if ok && id.Name == "_" {
			return false
		}
		return len(s.Lhs) > 1 || m.pointerOut(c)
	case *ast.SelectorExpr: // db.QueryRow(ctx, …).Scan(&v)
		return true
	}
	return false
}

// pointerOut: the answer goes to where an argument points.
func (m *model) pointerOut(c *downstream.Call) bool {
	for _, a := range c.Expr.Args {
		if _, ok := m.Info.TypeOf(a).(*types.Pointer); ok && !syntax.IsRequest(m.Info.TypeOf(a)) {
			return true
		}
	}
	return false
}
