package sharing

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// isDefault: http.DefaultClient.Timeout, http.DefaultTransport.(*http.Transport).MaxIdleConns, or one of the two
// variables itself, also under another name.
func (f *finder) isDefault(e ast.Expr) bool { return f.reachesDefault(e, e, 0) }

func (f *finder) reachesDefault(e, whole ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		v, _ := f.Info.Uses[x.Sel].(*types.Var)
		switch {
		case v == nil:
			return false
		case v.Pkg() != nil && v.Pkg().Path() == "net/http" && !v.IsField():
			return v.Name() == "DefaultClient" || v.Name() == "DefaultTransport"
		case x.Sel.Name == "Transport" && x != whole && f.madeWithDefault(x, depth): // hc.Transport.(*http.Transport).Proxy
			return true
		case x != whole && shares(v.Type()) && f.mayHold(v, x, depth): // cfg.HTTPClient.Timeout
			return true
		}
		return f.reachesDefault(x.X, whole, depth)
	case *ast.TypeAssertExpr:
		return f.reachesDefault(x.X, whole, depth)
	case *ast.Ident: // t := http.DefaultTransport.(*http.Transport); t.MaxIdleConns = 2
		v := f.VarOf(x)
		return v != nil && x != whole && shares(v.Type()) && f.mayHold(v, x, depth)
	}
	return false
}

// madeWithDefault: x is a field of a variable that one literal makes, and that field is a default.
func (f *finder) madeWithDefault(x *ast.SelectorExpr, depth int) bool {
	v := f.VarOf(x.X)
	if v == nil {
		return false
	}
	for _, d := range f.Reach(v, x) {
		made := d.Rhs
		if u, ok := made.(*ast.UnaryExpr); ok {
			made = u.X
		}
		lit, ok := made.(*ast.CompositeLit)
		if d.Kind != syntax.Assigned || !ok {
			continue
		}
		if value := syntax.KeyedValue(lit, x.Sel.Name); value != nil && f.reachesDefault(value, nil, depth+1) {
			return true
		}
	}
	return false
}

// shares: a copy of the value is the same client or transport.
func shares(t types.Type) bool {
	if !isPointer(t) {
		return false
	}
	return syntax.Is(t, "net/http", "Client") || syntax.Is(t, "net/http", "Transport")
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// mayHold: one of the definitions that reach a use is a default, or the argument of a caller in this package is.
func (f *finder) mayHold(v *types.Var, use ast.Expr, depth int) bool {
	for _, d := range f.Reach(v, use) {
		switch d.Kind {
		case syntax.Assigned:
			if d.Index == 0 && f.reachesDefault(d.Rhs, nil, depth+1) {
				return true
			}
		case syntax.Param:
			if f.given(d.Func, d.Param, depth) {
				return true
			}
		}
	}
	return false
}

// given: a call in this package hands a default to a parameter.
func (f *finder) given(fn *syntax.Func, param, depth int) (found bool) {
	if fn == nil || param < 0 || fn.Outer != nil {
		return false
	}
	for _, file := range f.Files {
		f.Walk(file, syntax.Calls, func(n ast.Node) bool {
			call := n.(*ast.CallExpr)
			if t := f.Target(call); t.Func == fn && !found {
				arg := t.Arg(call, param)
				found = arg != nil && f.reachesDefault(arg, nil, depth+1)
			}
			return !found
		})
	}
	return found
}
