package timeoutunit

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// bare reports whether v nanoseconds cannot be what anybody wants to wait: 0, 1 and -1 have meanings of their own, and
// from a millisecond up somebody may have counted zeros.
func bare(v int64) bool { return 1 < v && v < 1e6 }

func nanoseconds(info *types.Info, e ast.Expr) (int64, bool) {
	tv, ok := info.Types[e]
	if !ok || tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}

// conversion returns x of T(x).
func conversion(info *types.Info, e ast.Expr) (ast.Expr, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() {
		return nil, false
	}
	return call.Args[0], true
}

// fieldOf returns the field that an element of a struct literal sets, and to what.
func fieldOf(info *types.Info, lit *ast.CompositeLit, i int, elt ast.Expr) (*types.Var, ast.Expr) {
	t := info.TypeOf(lit)
	if t == nil {
		return nil, nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // []*T{{…}}
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	if kv, ok := elt.(*ast.KeyValueExpr); ok {
		if key, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := info.Uses[key].(*types.Var); ok {
				return v.Origin(), kv.Value
			}
		}
		return nil, nil
	}
	if i < s.NumFields() {
		return s.Field(i).Origin(), elt
	}
	return nil, nil
}

func paramAt(sig *types.Signature, i int) types.Object {
	n := sig.Params().Len()
	switch {
	case i < n && !(sig.Variadic() && i == n-1):
		return sig.Params().At(i)
	case sig.Variadic():
		return sig.Params().At(n - 1)
	}
	return nil
}

// hasUnit reports whether a constant is spelled with a Duration, like 2*time.Second or a typed constant, or is one of
// an iota list, where numbers are names.
func hasUnit(info *types.Info, e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj, ok := info.Uses[id].(*types.Const)
		found = found || ok && (isDuration(obj.Type()) || obj.Name() == "iota")
		return true
	})
	return found
}

// isTimeUnit reports whether e is one of the constants of package time.
func isTimeUnit(info *types.Info, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj, ok := info.Uses[sel.Sel].(*types.Const)
	return ok && obj.Pkg() != nil && obj.Pkg().Path() == "time"
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
