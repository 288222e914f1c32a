package deadline

import (
	"go/ast"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// HandAt is the context at hand at an expression, for passes that ask about more than downstream calls; nil where there
// is none, or where the code runs in a goroutine that nobody waits for.
func (r *Result) HandAt(at ast.Expr) *Hand {
	if r.m == nil {
		return nil
	}
	f := r.m.syn.Around(at)
	if f == nil {
		return nil
	}
	h, _ := r.m.handFrom(f, at)
	return h
}

// Testing reports that the package helps tests, so that waiting in it costs no request anything.
func (r *Result) Testing() bool { return r.m != nil && syntax.TestFolder(r.m.pass.Pkg.Path()) }

// Needs are the ways to a sink that a call of this package has.
func (r *Result) Needs(c *downstream.Call) []Need {
	if r.m == nil {
		return nil
	}
	return r.m.calls[c]
}

// Handler reports whether f has the form of an HTTP handler.
func (r *Result) Handler(f *syntax.Func) bool { return r.m != nil && r.m.serves(f) }

// Bounded reports that every known way to a sink that the call has is proven to end by itself, whoever calls.
func (r *Result) Bounded(c *downstream.Call) bool {
	needs := r.Needs(c)
	return len(needs) > 0 && !slices.ContainsFunc(needs, func(n Need) bool {
		return !n.Ctx.Bounded && n.Client.State != Limited && n.Sink.Default == 0
	})
}
