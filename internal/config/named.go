package config

import (
	"go/types"

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
	n = d.Complete(n.Downstream)
	if _, own := d.downstreams[fn.Origin()]; !own && n.Row == nil {
		n.Source = "the configuration"
	}
	return n, true
}

// Complete adds to what a directive says, of whatever package, what the contract says under the same name.
func (d *Directives) Complete(ds Downstream) Named {
	n := Named{Downstream: ds, Source: "its directive"}
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
	return n
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
