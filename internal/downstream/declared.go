package downstream

import (
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// declared is the protocol of what a directive or the configuration names.
const declared catalog.Protocol = "declared"

// declared makes a sink of a function that a directive or the configuration names.
func (r *runner) declared(fn *types.Func) *catalog.Sink {
	d, ok := r.dirs.Downstream(fn)
	if !ok {
		return nil
	}
	s := catalog.Sink{Protocol: declared, Effect: catalog.Write}
	if d.Effect == "read" || d.Effect == "" && catalog.ReadVerb(fn.Name()) {
		s.Effect = catalog.Read
	}
	if syntax.CtxParam(fn.Signature()) >= 0 {
		s.Via = catalog.ViaArg
	}
	return &s
}

// markOpened marks the declared calls whose function is known to call out itself: its body here, or by what its package said.
func (r *runner) markOpened() {
	out := map[*syntax.Func]bool{}
	for f, calls := range r.byFunc {
		out[f.Root()] = out[f.Root()] || len(calls) > 0
	}
	for _, calls := range r.byFunc {
		for _, c := range calls {
			if c.Sink == nil || c.Sink.Protocol != declared {
				continue
			}
			if c.Func != nil {
				c.Opened = out[c.Func]
				continue
			}
			var fact Reaches
			c.Opened = c.Fn.Pkg() != nil && c.Fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(c.Fn, &fact)
			d, _ := r.dirs.Downstream(c.Fn)
			if c.Opened && d.Effect == "" && !slices.ContainsFunc(fact.Reach, func(x Reach) bool { return x.Effect != catalog.Read }) {
				c.Sink.Effect = catalog.Read // it says more than the name
			}
		}
	}
}
