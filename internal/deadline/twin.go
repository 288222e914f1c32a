package deadline

import (
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// twin names the form of a call that takes a context: what the catalog says, or a function or method beside the called
// one,
//
//	func (r *Repo) Name(id string) (string, error)
//	func (r *Repo) NameContext(ctx context.Context, id string) (string, error)
//
// whose signature is the same but for the context in front. Blind side: pairs with other names, and generic functions.
func (m *model) twin(c *downstream.Call) string {
	if c.Sink != nil && c.Sink.Twin != "" {
		return c.Sink.Twin
	}
	if c.Fn == nil || c.Fn.Pkg() == nil || c.In.Test {
		return ""
	}
	for _, end := range []string{"Context", "WithContext", "Ctx"} {
		name := c.Fn.Name() + end
		fn, form := m.sibling(c, c.Fn.Name()), m.sibling(c, name)
		if fn == nil || form == nil || form.Origin() == c.In.Root().Obj || !syntax.AddsContext(fn.Signature(), form.Signature()) {
			continue
		}
		return name
	}
	return ""
}

// sibling finds a function by name where the called one stands: in the method set of the receiver, or in its package.
func (m *model) sibling(c *downstream.Call, name string) *types.Func {
	var obj types.Object
	if c.Recv != nil {
		obj, _, _ = types.LookupFieldOrMethod(m.info.TypeOf(c.Recv), true, m.pass.Pkg, name)
	} else {
		obj = c.Fn.Pkg().Scope().Lookup(name)
	}
	fn, _ := obj.(*types.Func)
	return fn
}

// shortForm reports whether f is the form without a context of a pair, kept for whoever needs none:
//
//	func (d *DB) Exec(query string) error { return d.ExecContext(context.Background(), query) }
//
// It cannot have a deadline; who calls it where a context is at hand is told to use the other form.
func (m *model) shortForm(f *syntax.Func) bool {
	if f.Obj == nil {
		return false
	}
	for _, end := range []string{"Context", "WithContext", "Ctx"} {
		var obj types.Object
		if recv := f.Sig.Recv(); recv != nil {
			obj, _, _ = types.LookupFieldOrMethod(recv.Type(), true, m.pass.Pkg, f.Obj.Name()+end)
		} else {
			obj = m.pass.Pkg.Scope().Lookup(f.Obj.Name() + end)
		}
		if form, ok := obj.(*types.Func); ok && syntax.AddsContext(f.Obj.Signature(), form.Signature()) {
			return true
		}
	}
	return false
}
