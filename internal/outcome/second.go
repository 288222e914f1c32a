package outcome

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Second is a call that is made because another one failed, and that stands in for it: the same function on another
// target, or another one whose result goes where the first one's should have gone.
//
//	body, err := s.get(ctx, s.first+at)
//	if err != nil {
//		return s.get(ctx, s.second+at)
//	}
type Second struct {
	First *Outcome // nil where a library calls the fallback
	Call  *downstream.Call
	By    string // that library's function: "hystrix.Do"
}

func (m *model) seconds(outcomes []Outcome) (out []Second) {
	byExpr := map[*ast.CallExpr]*downstream.Call{}
	for _, list := range [][]*downstream.Call{m.down.Calls, m.down.Likely} {
		for _, c := range list {
			byExpr[c.Expr] = c
		}
	}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Branch == nil || o.Likely || fromMemory(o.Call) {
			continue
		}
		for _, s := range o.Branch.List {
			call := m.instead(o, s)
			if c := byExpr[call]; c != nil && (c.Sink == nil || !c.Sink.Request) && m.another(o.Call, c) {
				out = append(out, Second{First: o, Call: c})
				break
			}
		}
	}
	return append(out, m.librarySeconds()...)
}

// librarySeconds are the calls in a fallback that hystrix is given.
func (m *model) librarySeconds() (out []Second) {
	for _, c := range m.down.Calls {
		if c.In.Outer == nil || c.In.Test || c.Sink != nil && c.Sink.Request || fromMemory(c) {
			continue
		}
		call, ok := m.Parent(c.In.Node).(*ast.CallExpr)
		if !ok || len(call.Args) < 3 || call.Args[len(call.Args)-1] != c.In.Node {
			continue
		}
		fn := m.Target(call).Fn
		if syntax.IsFunc(fn, "github.com/afex/hystrix-go/hystrix", "Do", "Go", "DoC", "GoC") {
			out = append(out, Second{Call: c, By: syntax.Spell(fn)})
		}
	}
	return out
}

// instead is the call of a statement of the branch whose result takes the place of what failed: it is returned, or
// assigned to the same variables.
func (m *model) instead(o *Outcome, s ast.Stmt) *ast.CallExpr {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			call, _ := ast.Unparen(s.Results[0]).(*ast.CallExpr)
			return call
		}
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 && o.Value != nil && m.VarOf(s.Lhs[0]) == o.Value {
			call, _ := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
			return call
		}
	case *ast.IfStmt:
		if as, ok := s.Init.(*ast.AssignStmt); ok {
			return m.instead(o, as)
		}
	}
	return nil
}

// another: second asks for the same on another target: the same function with another receiver or another argument, or
// another read with the same results.
func (m *model) another(first, second *downstream.Call) bool {
	if first.Fn == nil || second.Fn == nil {
		return false
	}
	if first.Fn == second.Fn || first.Fn.Name() == second.Fn.Name() {
		return m.elsewhere(first, second)
	}
	a, b := m.results(first), m.results(second)
	return a != nil && b != nil && a.Len() > 1 && types.Identical(a, b) && Reads(first) && Reads(second) &&
		first.Recv != nil && second.Recv != nil && m.root(first.Recv) != nil && types.ExprString(first.Recv) != types.ExprString(second.Recv)
}

// elsewhere: the receivers differ, or an argument does that names a target: a string, or something with fields.
func (m *model) elsewhere(first, second *downstream.Call) bool {
	if first.Recv != nil && second.Recv != nil && types.ExprString(first.Recv) != types.ExprString(second.Recv) {
		return true
	}
	if len(first.Expr.Args) != len(second.Expr.Args) {
		return false
	}
	differ := 0
	for i, a := range first.Expr.Args {
		b := second.Expr.Args[i]
		if syntax.IsContext(m.Info.TypeOf(a)) || types.ExprString(a) == types.ExprString(b) {
			continue
		}
		if !m.place(a) || !m.place(b) {
			return false
		}
		differ++
	}
	return differ == 1
}

// place: a string that is or contains a field or a variable of the package: where something is, not what is asked for.
func (m *model) place(e ast.Expr) bool {
	t := m.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if b, ok := t.Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return false
	}
	found := false
	m.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if v := m.VarOf(x); v != nil && (v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// fromMemory: the call asks a cache, whose source is asked afterwards.
func fromMemory(c *downstream.Call) bool {
	if slices.ContainsFunc(c.Effects(), func(r downstream.Reach) bool { return r.Protocol == catalog.Redis }) {
		return true
	}
	words := []string{}
	if c.Recv != nil {
		words = append(words, syntax.Words(types.ExprString(c.Recv))...)
	}
	if c.Fn != nil {
		words = append(words, syntax.Words(c.Fn.Name())...)
		if r := c.Fn.Signature().Recv(); r != nil {
			if n := syntax.NameOf(r.Type()); n != nil {
				words = append(words, syntax.Words(n.Name())...)
			}
		}
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "cache" || w == "cached" || w == "local" || w == "memory" || w == "memcache"
	})
}
