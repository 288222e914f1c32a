package fix

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// FreshName returns base, or base with a number, such that it means nothing yet in any scope that a declaration at pos
// would change: neither where it is declared, nor further in, where a use of an outer name would be captured.
func (f *File) FreshName(pos token.Pos, base string) string {
	return f.FreshNameAfter(pos, base, 0)
}

// FreshNameAfter is FreshName with the first skip such names left to other edits.
func (f *File) FreshNameAfter(pos token.Pos, base string, skip int) string {
	taken := f.takenAt(pos)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if taken(name) {
			continue
		}
		if skip == 0 {
			return name
		}
		skip--
	}
}

// takenAt returns whether a name means something in a scope that a declaration at pos would change. The scopes further
// in are walked once, however many names are asked for.
func (f *File) takenAt(pos token.Pos) func(name string) bool {
	s := f.scope(pos)
	if s == nil {
		return f.mentions
	}
	within := map[string]bool{}
	addNames(s, within)
	return func(name string) bool {
		// Not LookupParent(pos): a name declared later in the same scope clashes as well.
		for at := s.Parent(); at != nil; at = at.Parent() {
			if at.Lookup(name) != nil {
				return true
			}
		}
		return within[name]
	}
}

// addNames adds what s and the scopes in it declare.
func addNames(s *types.Scope, to map[string]bool) {
	for _, name := range s.Names() {
		to[name] = true
	}
	for i := range s.NumChildren() {
		addNames(s.Child(i), to)
	}
}

// Zero spells the zero value of t for code at pos, with the imports that this needs; ok as for TypeString.
func (f *File) Zero(pos token.Pos, t types.Type) (text string, edits []analysis.TextEdit, ok bool) {
	if text = Zero(t, f.Qualifier(pos)); !namesType(t) {
		return text, nil, text != ""
	}
	text, edits, ok = f.TypeString(pos, t)
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return "*new(" + text + ")", edits, ok
	}
	return text + "{}", edits, ok
}

// namesType reports whether the zero value of t repeats the type.
func namesType(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// Zero spells the zero value of t; "" for an invalid type or none. Whether code here may name the type is not asked.
func Zero(t types.Type, qualify types.Qualifier) string {
	if t == nil {
		return ""
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + types.TypeString(t, qualify) + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return "false"
		case info&types.IsString != 0:
			return `""`
		case info&types.IsNumeric != 0:
			return "0"
		case u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil:
			return "nil"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	case *types.Struct, *types.Array:
		return types.TypeString(t, qualify) + "{}"
	}
	return ""
}

// Qualifier names packages as code at pos can: by the file's imports, and not at all for its own package. A package
// that the file does not import gets its own name; see TypeString.
func (f *File) Qualifier(pos token.Pos) types.Qualifier {
	return func(p *types.Package) string {
		if p == f.Pkg {
			return ""
		}
		name, _ := f.Import(pos, p.Path(), p.Name())
		return name
	}
}

// TypeString spells t for code at pos, with the imports that this needs. ok is false where it cannot be spelled: a
// name that another package does not export, or a package that neither the standard library nor this package's own
// imports have (its module might not be required directly).
func (f *File) TypeString(pos token.Pos, t types.Type) (text string, edits []analysis.TextEdit, ok bool) {
	if t == nil || !spellable(t, f.Pkg) {
		return "", nil, false
	}
	ok = true
	text = types.TypeString(t, func(p *types.Package) string {
		if p == f.Pkg {
			return ""
		}
		name, add := f.Import(pos, p.Path(), p.Name())
		if len(add) > 0 && !isStd(p.Path()) && !f.imports(p) {
			ok = false
		}
		edits = append(edits, add...)
		return name
	})
	return text, edits, ok
}

func (f *File) imports(p *types.Package) bool {
	if f.Pkg == nil {
		return false
	}
	for _, q := range f.Pkg.Imports() {
		if q == p {
			return true
		}
	}
	return false
}

// spellable reports whether code in pkg can name t; with a nil pkg nothing is known to be out of reach.
func spellable(t types.Type, pkg *types.Package) bool {
	switch t := t.(type) {
	case *types.Alias:
		return visible(t.Obj(), pkg) && allSpellable(t.TypeArgs(), pkg)
	case *types.Named:
		return visible(t.Obj(), pkg) && allSpellable(t.TypeArgs(), pkg)
	case *types.Basic:
		return t.Kind() != types.Invalid
	case *types.Pointer:
		return spellable(t.Elem(), pkg)
	case *types.Slice:
		return spellable(t.Elem(), pkg)
	case *types.Array:
		return spellable(t.Elem(), pkg)
	case *types.Chan:
		return spellable(t.Elem(), pkg)
	case *types.Map:
		return spellable(t.Key(), pkg) && spellable(t.Elem(), pkg)
	case *types.Signature:
		return tupleSpellable(t.Params(), pkg) && tupleSpellable(t.Results(), pkg)
	case *types.Struct:
		for i := range t.NumFields() {
			if v := t.Field(i); !v.Exported() && v.Pkg() != pkg && pkg != nil || !spellable(v.Type(), pkg) {
				return false
			}
		}
	}
	return true
}

func allSpellable(list *types.TypeList, pkg *types.Package) bool {
	for i := range list.Len() {
		if !spellable(list.At(i), pkg) {
			return false
		}
	}
	return true
}

func tupleSpellable(t *types.Tuple, pkg *types.Package) bool {
	for i := range t.Len() {
		if !spellable(t.At(i).Type(), pkg) {
			return false
		}
	}
	return true
}

func visible(obj *types.TypeName, pkg *types.Package) bool {
	if obj.Pkg() == nil || obj.Exported() || pkg == nil {
		return true
	}
	return obj.Pkg() == pkg
}
