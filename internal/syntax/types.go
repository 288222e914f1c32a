package syntax

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"
)

// VarOf returns the variable or field that e names (x, pkg.X, a.b.X, (*p).X), nil for anything else.
func (p *Package) VarOf(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := p.Info.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if sel := p.Info.Selections[e]; sel != nil {
			v, _ := sel.Obj().(*types.Var)
			return v
		}
		v, _ := p.Info.Uses[e.Sel].(*types.Var)
		return v
	}
	return nil
}

// Deref strips one pointer.
func Deref(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// NameOf returns the type name of t or of what it points to; nil for an unnamed type.
func NameOf(t types.Type) *types.TypeName {
	if n, ok := types.Unalias(Deref(t)).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// Is reports whether t, or what it points to, is the named type path.name.
func Is(t types.Type, path, name string) bool {
	if t == nil {
		return false
	}
	n := NameOf(t)
	return n != nil && n.Name() == name && n.Pkg() != nil && n.Pkg().Path() == path
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool { return Is(t, "context", "Context") }

// IsRequest reports whether t is *http.Request.
func IsRequest(t types.Type) bool { return Is(t, "net/http", "Request") }

// IsError reports whether t is the type error.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsFunc reports whether fn is the package-level function path.name.
func IsFunc(fn *types.Func, path string, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != path || fn.Signature().Recv() != nil {
		return false
	}
	for _, n := range names {
		if fn.Name() == n {
			return true
		}
	}
	return false
}

// IsMethod reports whether fn is a method called name on the type path.recv, pointer or not.
func IsMethod(fn *types.Func, path, recv string, names ...string) bool {
	if fn == nil || fn.Signature().Recv() == nil || !Is(fn.Signature().Recv().Type(), path, recv) {
		return false
	}
	for _, n := range names {
		if fn.Name() == n {
			return true
		}
	}
	return false
}

// CtxParam returns the index of the first parameter of type context.Context, or -1.
func CtxParam(sig *types.Signature) int {
	if sig == nil {
		return -1
	}
	for i := range sig.Params().Len() {
		if IsContext(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}

// Spell writes a function as people do: pkg.Func or (*pkg.Type).Method, with package names only.
func Spell(fn *types.Func) string {
	pkg := ""
	if fn.Pkg() != nil {
		pkg = fn.Pkg().Name() + "."
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return pkg + fn.Name()
	}
	name := NameOf(recv.Type())
	if name == nil {
		return fn.Name()
	}
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		return "(*" + pkg + name.Name() + ")." + fn.Name()
	}
	return pkg + name.Name() + "." + fn.Name()
}

// Words splits a camel-case or snake-case name into lower-case words, one at least: "GetHTTPStatus_v2" → get http status v2.
func Words(name string) []string {
	var words []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			words = append(words, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case r == '_' || r == '-' || r == '.':
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			flush()
		}
		cur = append(cur, r)
	}
	flush()
	if len(words) == 0 { // "_": callers ask for the first word and the last
		return []string{name}
	}
	return words
}

// HasWord reports whether one of the words of name is in list.
func HasWord(name string, list ...string) bool {
	for _, w := range Words(name) {
		for _, l := range list {
			if w == l {
				return true
			}
		}
	}
	return false
}

// AddsContext reports whether form has the signature of fn with one more parameter, a context in front.
func AddsContext(fn, form *types.Signature) bool {
	if form.Params().Len() != fn.Params().Len()+1 || form.Results().Len() != fn.Results().Len() || form.Variadic() != fn.Variadic() {
		return false
	}
	for i := range fn.Params().Len() {
		if !types.Identical(fn.Params().At(i).Type(), form.Params().At(i+1).Type()) {
			return false
		}
	}
	for i := range fn.Results().Len() {
		if !types.Identical(fn.Results().At(i).Type(), form.Results().At(i).Type()) {
			return false
		}
	}
	return types.TypeString(form.Params().At(0).Type(), nil) == "context.Context"
}

// Elem is the type of what a slice or a map holds; nil for anything else.
func Elem(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return nil
}

// IsString: the type is a string, or declared as one.
func IsString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// KeyedValue is what a composite literal gives a field by its name; nil where it does not.
func KeyedValue(lit *ast.CompositeLit, name string) ast.Expr {
	if lit == nil {
		return nil
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}
