package downstream

import (
	"fmt"
	"sync"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// An Option sets for all downstreams of a Set what a contract does not say. It gets each one's Config as the contract has
// it, when the Set is made and at each Reload; what a Reload cannot change, which is all but numbers, is not looked at
// then.
type Option func(name string, c *Config)

// Observe gives the records of all calls to o.
func Observe(o record.Observer) Option {
	return func(_ string, c *Config) { c.Observer = o }
}

// TraceIDFrom takes the trace id of records from elsewhere than record.TraceID.
func TraceIDFrom(s record.TraceSource) Option {
	return func(_ string, c *Config) { c.TraceID = s }
}

// ClassifyAs lets classify say what the errors of the downstream called name mean; the name "" means all of them.
func ClassifyAs(name string, classify func(err error) breaker.Outcome) Option {
	return func(n string, c *Config) {
		if name == "" || name == n {
			c.Classify = classify
		}
	}
}

// OnStateChange tells f of the changes of all breakers, as breaker.New says; for each downstream one call at a time.
func OnStateChange(f func(name string, from, to breaker.State)) Option {
	return func(n string, c *Config) {
		c.OnStateChange = func(from, to breaker.State) { f(n, from, to) }
	}
}

// A Set is the downstreams of one aggregator in a contract.
type Set struct {
	aggregator string
	options    []Option
	all        map[string]*Downstream

	mu       sync.Mutex // one Reload at a time
	contract *contract.Contract
}

// FromContract makes the downstreams of the aggregator of that name; "" means the only one. The error says that c has no
// such aggregator.
func FromContract(c *contract.Contract, aggregator string, o ...Option) (*Set, error) {
	a := c.Aggregator(aggregator)
	if a == nil {
		return nil, fmt.Errorf("downstream: the contract has no aggregator %q", aggregator)
	}
	s := &Set{aggregator: aggregator, options: o, contract: c, all: make(map[string]*Downstream, len(a.Downstreams))}
	for i := range a.Downstreams {
		d := &a.Downstreams[i]
		s.all[d.Name] = New(d.Name, s.config(d))
	}
	return s, nil
}

func (s *Set) config(d *contract.Downstream) Config {
	c := Config{Timeout: d.Timeout, Core: d.Core, Degradable: d.Degradable, Expected: d.Expected, SlowAfter: d.SlowAfter,
		MaxConcurrent: d.MaxConcurrent, MaxWait: d.MaxWait, Priority: d.Priority, Retry: d.Retry, Breaker: d.Breaker}
	for _, option := range s.options {
		option(d.Name, &c)
	}
	return c
}

// Get returns the downstream of that name, the same one at each call. It panics if the contract has none: names are
// written into the code, best in package variables, so that a wrong one shows when the program starts.
func (s *Set) Get(name string) *Downstream {
	d := s.all[name]
	if d == nil {
		panic(fmt.Sprintf("downstream: the contract has no downstream %q", name))
	}
	return d
}

// Reload goes on with the numbers of c. If c changes more than numbers, as Contract.CheckReload says, it is refused and
// nothing changes. Calls under way end by the numbers that they began with. Its method value is what contract.Watch
// wants to apply.
//
// A breaker or bulkhead whose settings are the same stays as it is. Others are replaced (see breaker.Breaker.With);
// tickets and places go back to the one that gave them. Retry tokens stay.
func (s *Set) Reload(c *contract.Contract) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.contract.CheckReload(c); err != nil {
		return err
	}
	a := c.Aggregator(s.aggregator)
	for i := range a.Downstreams {
		d := &a.Downstreams[i]
		s.all[d.Name].set(s.config(d))
	}
	s.contract = c
	return nil
}
