package contract

import (
	"cmp"
	"errors"
	"slices"
)

// CheckReload says whether a running service that was built from c may go on with next. Numbers may change; adding or
// removing an aggregator or a downstream, or making a core downstream degradable or the reverse, may not: code was
// written for these, so they change with the code. The error joins one *PosError for each such change, with the place
// in next's file.
func (c *Contract) CheckReload(next *Contract) error {
	var errs []*PosError
	fault := func(at Pos, path, msg string) {
		errs = append(errs, &PosError{Path: path, File: next.File, Line: at.Line, Col: at.Col, Msg: msg})
	}
	for i := range next.Aggregators {
		b := &next.Aggregators[i]
		a := c.named(b.Name)
		if a == nil {
			fault(b.Pos, b.path(), "is new; a reload changes numbers only")
			continue
		}
		for _, d := range b.Downstreams {
			path := named(join(b.path(), "downstreams"), d.Name)
			switch before := a.Downstream(d.Name); {
			case before == nil:
				fault(d.Pos, path, "is new; a reload changes numbers only")
			case before.Core && !d.Core:
				fault(d.Pos, path, "was core and is degradable now; a reload changes numbers only")
			case !before.Core && d.Core:
				fault(d.Pos, path, "was degradable and is core now; a reload changes numbers only")
			}
		}
		for _, d := range a.Downstreams {
			if b.Downstream(d.Name) == nil {
				fault(b.Pos, named(join(b.path(), "downstreams"), d.Name), "is gone; a reload changes numbers only")
			}
		}
	}
	for i := range c.Aggregators {
		if a := &c.Aggregators[i]; next.named(a.Name) == nil {
			fault(Pos{}, a.path(), "is gone; a reload changes numbers only")
		}
	}
	slices.SortStableFunc(errs, func(a, b *PosError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	all := make([]error, len(errs))
	for i, err := range errs {
		all[i] = err
	}
	return errors.Join(all...)
}

// named is Aggregator without the rule that "" means the only one.
func (c *Contract) named(name string) *Aggregator {
	i := slices.IndexFunc(c.Aggregators, func(a Aggregator) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &c.Aggregators[i]
}

// path is how messages call the aggregator.
func (a *Aggregator) path() string {
	if a.Name == "" {
		return "aggregator"
	}
	return named("aggregators", a.Name)
}
