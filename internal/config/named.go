package config

import (
	"go/types"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Named is what is said about a downstream: by a directive or a row of the configuration on the function that calls it,
// and by the contract under the name that those give.
type Named struct {
	Downstream
	Row    *contract.Downstream // nil where the contract does not have it
	Source string               // who says the class: "the contract", "its directive"
}

// Named returns what is said about fn; ok is false where nothing is. The contract decides about the class and, where
// nothing nearer gives one, the timeout.
func (d *Directives) Named(fn *types.Func) (n Named, ok bool) {
	if n.Downstream, ok = d.Downstream(fn); !ok {
		return n, false
	}
	n.Source = "the configuration"
	if _, said := d.directive(fn.Origin()); said {
		n.Source = "its directive"
	}
	if n.Row = d.conf.Row(n.Name); n.Row != nil {
		n.Source = "the contract"
		switch {
		case n.Row.Core:
			n.Class = "core"
		case n.Row.Degradable:
			n.Class = "degradable"
		}
		if n.Timeout == 0 {
			n.Timeout = n.Row.Timeout
		}
	}
	return n, true
}

// Said is the fact of a function that a downstream directive stands on: by it the packages that call the function know
// what the directive says.
type Said struct {
	Name, Effect, Class string
	Timeout             time.Duration
}

func (*Said) AFact()           {}
func (s *Said) String() string { return "downstream " + s.Name }

// Say hands each downstream directive of this package to export.
func (d *Directives) Say(export func(*types.Func, *Said)) {
	for fn, ds := range d.downstreams {
		export(fn, &Said{ds.Name, ds.Effect, ds.Class, ds.Timeout})
	}
}

// Hear tells d how to find what the directives of other packages said. It is called before the first question.
func (d *Directives) Hear(find func(*types.Func, *Said) bool) {
	d.elsewhere = func(fn *types.Func) (Downstream, bool) {
		var s Said
		if !find(fn, &s) {
			return Downstream{}, false
		}
		return Downstream{Name: s.Name, Effect: s.Effect, Class: s.Class, Timeout: s.Timeout}, true
	}
}

// directive is the downstream directive on fn, wherever it stands.
func (d *Directives) directive(fn *types.Func) (Downstream, bool) {
	if ds, ok := d.downstreams[fn]; ok {
		return ds, true
	}
	if d.elsewhere == nil {
		return Downstream{}, false
	}
	return d.elsewhere(fn)
}

// Own returns what a directive in this package says about fn.
func (d *Directives) Own(fn *types.Func) (Downstream, bool) {
	ds, ok := d.downstreams[fn.Origin()]
	return ds, ok
}

// Row finds a downstream in the contract by its name; nil where it is not there, or where two aggregators disagree about
// it.
func (c *Config) Row(name string) *contract.Downstream {
	if name == "" || c.Contract == nil {
		return nil
	}
	var found *contract.Downstream
	for i := range c.Contract.Aggregators {
		d := c.Contract.Aggregators[i].Downstream(name)
		if d == nil {
			continue
		}
		if found != nil && (found.Timeout != d.Timeout || found.Core != d.Core) {
			return nil
		}
		found = d
	}
	return found
}
