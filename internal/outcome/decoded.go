package outcome

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// looksItself: the called function may have looked at the status. One that is out of sight may have; one of this package
// has if it, or what it calls here, mentions a status.
func (m *model) looksItself(c *downstream.Call) bool {
	if c.Sink != nil {
		return false
	}
	f := m.Decl(c.Fn)
	return f == nil || m.mentionsStatus(f, 0)
}

func (m *model) mentionsStatus(f *syntax.Func, depth int) bool {
	found := false
	m.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || strings.HasPrefix(n.Sel.Name, "Status") || n.Sel.Name == "IsError"
		case *ast.CallExpr:
			if t := m.Target(n); t.Func != nil && depth < 3 {
				found = found || m.mentionsStatus(t.Func, depth+1)
			} else if t.Func == nil && m.mayLook(n, t.Fn) {
				found = true
			}
		}
		return !found
	})
	return found
}

// mayLook: a function out of sight is given the answer, or makes it, and is not known to leave its status alone.
func (m *model) mayLook(call *ast.CallExpr, fn *types.Func) bool {
	if _, sink := catalog.Lookup(fn); sink {
		return false
	}
	for _, a := range call.Args {
		if hasStatus(m.Info.TypeOf(a)) {
			return true
		}
	}
	if sig, ok := m.Info.TypeOf(call.Fun).(*types.Signature); ok {
		for v := range sig.Results().Variables() {
			if hasStatus(v.Type()) {
				return true
			}
		}
	}
	return false
}

// passesForEmpty: the answer to an error decodes without an error, and nothing in the function tells it from an answer
// that is empty. So it is with a struct whose fields an error page lacks; an error page is no list, and a struct that has
// a field for the error is made to take both.
func (m *model) passesForEmpty(decode *ast.CallExpr, in *syntax.Func) bool {
	target := decode.Args[len(decode.Args)-1]
	t := m.Info.TypeOf(target)
	if t == nil || unmarshals(t) {
		return false
	}
	st, ok := syntax.Deref(syntax.Deref(t)).Underlying().(*types.Struct)
	if !ok || !data(st, 0) || m.endsInError(in) {
		return false
	}
	v := m.root(target)
	return v != nil && !m.judged(v, decode, in)
}

// unmarshals: the type decodes itself, and may complain.
func unmarshals(t types.Type) bool {
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText", "UnmarshalXML"} {
		if hasMethod(t, name) || hasMethod(syntax.Deref(t), name) {
			return true
		}
	}
	return false
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// data: the struct has fields, and none that could tell of a failure.
func data(st *types.Struct, depth int) bool {
	if st.NumFields() == 0 || depth > 4 {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		tag, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		for _, name := range []string{f.Name(), tag} {
			if syntax.HasWord(name, "error", "errors", "err", "errs", "errcode", "errmsg", "message", "messages", "msg", "code", "status", "state", "success", "ok",
				"reason", "detail", "details", "fault", "failure", "failed", "retcode", "ret", "result", "succeeded", "exception", "type") {
				return false
			}
		}
		if inner, ok := syntax.Deref(f.Type()).Underlying().(*types.Struct); ok && f.Embedded() && !data(inner, depth+1) {
			return false
		}
	}
	return true
}

// endsInError: the last thing that the function does is to return an error of its own: it has found nothing.
func (m *model) endsInError(f *syntax.Func) bool {
	r := lastReturn(f.Body.List)
	if r == nil || f.Sig == nil || len(r.Results) != f.Sig.Results().Len() || !syntax.IsError(lastResult(f.Sig)) {
		return false
	}
	last := ast.Unparen(r.Results[len(r.Results)-1])
	if call, ok := last.(*ast.CallExpr); ok {
		fn := m.Target(call).Fn
		return syntax.IsFunc(fn, "errors", "New") || syntax.IsFunc(fn, "fmt", "Errorf")
	}
	v := m.VarOf(last)
	return v != nil && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// judged: something behind the decoding decides by what was decoded, or is asked whether it is right.
func (m *model) judged(v *types.Var, decode *ast.CallExpr, in *syntax.Func) bool {
	for _, id := range m.uses(v, in) {
		if id.Pos() < decode.End() {
			continue
		}
		for n := m.Parent(id); n != nil && n != in.Node; n = m.Parent(n) {
			switch p := n.(type) {
			case *ast.IfStmt:
				if within(p.Cond, id) || p.Init != nil && within(p.Init, id) {
					return true
				}
			case *ast.SwitchStmt:
				if p.Tag != nil && within(p.Tag, id) {
					return true
				}
			case *ast.CaseClause:
				for _, e := range p.List {
					if within(e, id) {
						return true
					}
				}
			case *ast.CallExpr:
				if sig, ok := m.Info.TypeOf(p.Fun).(*types.Signature); ok && syntax.IsError(lastResult(sig)) {
					return true
				}
			}
		}
	}
	return false
}

func within(outer, n ast.Node) bool { return outer.Pos() <= n.Pos() && n.End() <= outer.End() }
