package catalog

import (
	"go/types"
	"strings"
)

func (sh Shape) holds(sig *types.Signature) bool {
	if sh == (Shape{}) {
		return true
	}
	params, results := sig.Params(), sig.Results()
	switch {
	case sh.CtxFirst && ContextParam(sig) != 0,
		sh.ErrLast && !endsInError(results),
		sh.MaxParams > 0 && params.Len() > sh.MaxParams,
		sh.Abstract && !isAbstract(sig):
		return false
	}
	if sh.LastParam != "" {
		if params.Len() == 0 {
			return false
		}
		last := params.At(params.Len() - 1).Type()
		if sig.Variadic() {
			if slice, ok := types.Unalias(last).(*types.Slice); ok {
				last = slice.Elem()
			}
		}
		if !spelledAs(last, sh.LastParam) {
			return false
		}
	}
	return sh.FirstResult == "" || results.Len() > 0 && spelledAs(results.At(0).Type(), sh.FirstResult)
}

// ContextParam is the position of the first parameter that is a context.Context, or -1.
func ContextParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if named, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Named); ok && isNamed(named, "context", "Context") {
			return i
		}
	}
	return -1
}

func isNamed(named *types.Named, path, name string) bool {
	obj := named.Obj()
	return obj.Name() == name && obj.Pkg() != nil && obj.Pkg().Path() == path
}

func endsInError(results *types.Tuple) bool {
	return results.Len() > 0 && types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

func isAbstract(sig *types.Signature) bool {
	return sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
}

// spelledAs compares a type with its spelling in a Shape.
func spelledAs(t types.Type, pattern string) bool {
	spelled := spell(t)
	before, after, wild := strings.Cut(pattern, "...")
	if !wild {
		return spelled == pattern
	}
	return len(spelled) >= len(before)+len(after) && strings.HasPrefix(spelled, before) && strings.HasSuffix(spelled, after)
}

// spell writes a type as Shape does, type arguments left out; "" for the types that no row names.
func spell(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return t.Obj().Name()
		}
		return Unvendored(t.Obj().Pkg().Path()) + "." + t.Obj().Name()
	case *types.Pointer:
		if elem := spell(t.Elem()); elem != "" {
			return "*" + elem
		}
	case *types.Signature:
		if t.Params().Len() == 1 && t.Results().Len() == 0 {
			if param := spell(t.Params().At(0).Type()); param != "" {
				return "func(" + param + ")"
			}
		}
	}
	return ""
}

// deref takes aliases and one pointer off.
func deref(t types.Type) types.Type {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	return t
}

func hasMethods(iface *types.Interface, names ...string) bool {
	for _, name := range names {
		if obj, _, _ := types.LookupFieldOrMethod(iface, false, nil, name); obj == nil {
			return false
		}
	}
	return true
}
