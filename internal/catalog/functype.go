package catalog

import "go/types"

// FuncType is a named function type whose values call downstream: some clients keep their methods in fields.
type FuncType struct {
	Pkg         string // as in Row, without "..."
	FirstResult string // as in Shape
	Sink        Sink
}

// LookupType gives the sink that a call of a value of type t is: t is the static type of the called expression where
// it resolves to no function. The effect is decided by the type's name.
func LookupType(t types.Type) (Sink, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return Sink{}, false
	}
	sig, ok := named.Underlying().(*types.Signature)
	if !ok {
		return Sink{}, false
	}
	path := withoutMajor(Unvendored(named.Obj().Pkg().Path()))
	for _, ft := range FuncTypes() {
		if withoutMajor(ft.Pkg) != path || !(Shape{FirstResult: ft.FirstResult, ErrLast: true}).holds(sig) {
			continue
		}
		sink := ft.Sink
		if sink.Effect = Write; ReadVerb(named.Obj().Name()) {
			sink.Effect = Read
		}
		return sink, true
	}
	return Sink{}, false
}
