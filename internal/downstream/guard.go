package downstream

import "slices"

// open sees what a called function reaches from a call of it: without what a constant false keeps from happening, and
// with the flag that the caller passes on in the place of the callee's.
func (r *runner) open(c *Call, from []Reach) []Reach {
	if !slices.ContainsFunc(from, func(x Reach) bool { return x.Guard != 0 }) {
		return from
	}
	var out []Reach
	for _, x := range from {
		if r.Syntax.Shut(c.Target, c.Expr, x.Guard) {
			continue
		}
		x.Guard = r.Syntax.Relay(c.In.Root(), c.Target, c.Expr, x.Guard)
		out, _ = addReach(out, []Reach{x}, "")
	}
	return out
}

// guarded adds the flag of the caller that a call depends on.
func (r *runner) guarded(c *Call, from []Reach) []Reach {
	guard := r.Syntax.Guard(c.In.Root(), c.Expr)
	if guard == 0 {
		return from
	}
	from = slices.Clone(from)
	for i := range from {
		if from[i].Guard == 0 {
			from[i].Guard = guard
		}
	}
	return from
}
