package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// byArgument says that the caller of a function gives it the limit.
const byArgument = "its timeout argument"

// own is the limit that a call has of its own, beside its context. A client that is made out of sight counts as one
// without: in the worst case it is.
func (b *builder) own(c *downstream.Call) Span { return b.limitOfCall(c).in(b.f) }

func (b *builder) limitOfCall(c *downstream.Call) Span {
	if c.Sink.Default > 0 {
		return Span{D: c.Sink.Default, Why: c.Sink.DefaultWhy}
	}
	switch c.Sink.Limit {
	case catalog.LimitClient:
		if s, ok := b.clientTimeout(c.Recv, 0); ok {
			return s
		}
	case catalog.LimitArg:
		for _, a := range c.Expr.Args {
			if syntax.Is(b.Info.TypeOf(a), "time", "Duration") {
				s := b.span(a, 0)
				s.Why = byArgument
				return s
			}
		}
	}
	if c.Recv != nil {
		if s, ok := b.innerTimeout(b.Info.TypeOf(c.Recv), 0); ok {
			return s
		}
	}
	for _, n := range b.dead.Needs(c) {
		if n.Client.State == deadline.Limited {
			return Span{Sym: "timeout of " + c.Name(), Why: n.Client.Why}
		}
	}
	return Span{}
}

// clientTimeout follows an *http.Client back to the literal that sets its Timeout.
func (b *builder) clientTimeout(e ast.Expr, depth int) (Span, bool) {
	if e == nil || depth > maxDepth {
		return Span{}, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return b.clientTimeout(e.X, depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		v := b.VarOf(e)
		if v == nil {
			return Span{}, false
		}
		if set := b.setTimeout(v); set != nil {
			return *set, true
		}
		if s, ok := b.clientTimeout(b.only(e), depth+1); ok {
			return s, true
		}
		return b.innerTimeout(b.Info.TypeOf(e), depth)
	case *ast.CompositeLit:
		if !syntax.Is(b.Info.TypeOf(e), "net/http", "Client") {
			return Span{}, false
		}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Timeout" {
					s := b.span(kv.Value, 0)
					s.Why = "http.Client.Timeout (" + b.at(kv) + ")"
					return s, true
				}
			}
		}
	}
	return Span{}, false
}

// innerTimeout is the limit of the *http.Client inside of another client, by what the package sets it to; which of several
// clients gets it is not followed.
//
//	rc := retryablehttp.NewClient(); rc.HTTPClient.Timeout = 10 * time.Second
func (b *builder) innerTimeout(t types.Type, depth int) (Span, bool) {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "HTTPClient")
	v, ok := obj.(*types.Var)
	if !ok || !syntax.Is(v.Type(), "net/http", "Client") {
		return Span{}, false
	}
	if set := b.setTimeout(v); set != nil {
		return *set, true
	}
	if defs := b.All(v); len(defs) == 1 && defs[0].Arity == 1 {
		return b.clientTimeout(defs[0].Rhs, depth+1)
	}
	return Span{}, false
}

// setTimeout: a statement sets the Timeout of what v holds.
func (b *builder) setTimeout(v *types.Var) (out *Span) {
	for _, set := range b.timeouts[v] {
		s := b.span(set.to, 0)
		if out != nil && out.D != s.D {
			s = Span{Sym: types.ExprString(set.at)}
		}
		s.Why = "Timeout is set at " + b.at(set.at)
		out = &s
	}
	return out
}

// setting is an assignment to a field Timeout.
type setting struct{ at, to ast.Expr }

// settings collects them by the variable that holds what has the field.
func (m *model) settings() {
	for _, f := range m.Files {
		m.Walk(f, syntax.Assigns, func(n ast.Node) bool {
			as := n.(*ast.AssignStmt)
			for i, lhs := range as.Lhs {
				if sel, ok := lhs.(*ast.SelectorExpr); ok && sel.Sel.Name == "Timeout" && len(as.Rhs) == len(as.Lhs) {
					if v := m.VarOf(sel.X); v != nil {
						m.timeouts[v] = append(m.timeouts[v], setting{lhs, as.Rhs[i]})
					}
				}
			}
			return true
		})
	}
}
