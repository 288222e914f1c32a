// Package downstream answers how one named dependency is to be called: within the time left, with a bounded number of
// attempts and of calls at a time, not at all while it keeps failing, and with one record of what happened. It composes
// packages budget, retry, breaker, pool, fallback and record, and does not put several calls together; package
// aggregate does.
//
// From the outside in: the record, the fallback, the budget, the retries, the breaker, the bulkhead, the timeout of one
// attempt, the call.
//
// A Downstream is made once per dependency, in a package variable or by FromContract, and shared by all goroutines. Where
// the hosts of one dependency fail apart, it is one Downstream for each. All functions and methods of this package may
// be called from any number of goroutines. They start none: a callee that ignores its context is waited for.
package downstream

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

// Config says how a Downstream is called. Only Timeout must be set.
type Config struct {
	// Timeout bounds one attempt. The time that the request has left bounds all of them.
	Timeout time.Duration
	// Core means that an answer without this downstream is none: DoOr panics on it. Degradable means that the answer can
	// do without it. Both is a mistake; neither leaves it to each call.
	Core, Degradable bool
	// Expected is how long an attempt usually takes: none starts with less time left. 0 means not known.
	Expected time.Duration
	// SlowAfter is the time after which a successful attempt counts as a failure for the breaker. 0 means never.
	SlowAfter time.Duration
	// MaxConcurrent bounds the calls in flight. 0 means no bulkhead.
	MaxConcurrent int
	// MaxWait is how long a call may wait for a place in the bulkhead, and still have Expected left. 0 means not at all.
	MaxWait time.Duration
	// Priority is that of requests which have none from pool.WithPriority.
	Priority pool.Priority
	// Retry repeats failed attempts; nil means one attempt. Do and DoOr cannot see what the callee does, so they repeat it
	// only if Retry.Idempotent is set.
	Retry *contract.Retry
	// Breaker refuses calls while too many fail; nil means no breaker.
	Breaker *contract.Breaker

	// Classify says what an error of the callee means for the breaker; nil means the function Classify. It is not asked
	// about the end of a context, nor about the refusal of a call further down for lack of time. Only what it calls a
	// Failure is repeated.
	Classify func(err error) breaker.Outcome
	// Observer gets the record of each call; nil means none.
	Observer record.Observer
	// TraceID finds the request's trace id for the record; nil means record.TraceID.
	TraceID record.TraceSource
	// OnStateChange is told of the breaker's changes, as breaker.New says; nil means nobody.
	OnStateChange func(from, to breaker.State)
}

// A Downstream is one dependency. Use New or FromContract to make one.
type Downstream struct {
	name             string
	core, degradable bool
	classify         func(error) breaker.Outcome
	observer         record.Observer
	trace            record.TraceSource
	onChange         func(from, to breaker.State)

	// Errors of calls that were never begun are all alike, and made once: to refuse allocates nothing.
	exhausted, open, full *Error

	tokens    retry.Budget // stays when the numbers change
	numbers   atomic.Pointer[numbers]
	running   atomic.Int64
	abandoned atomic.Int64
}

// numbers is what a reload may change. A call reads it once, so that it never sees half of a change, and gives permits
// back to where it got them.
type numbers struct {
	timeout, expected, slowAfter time.Duration
	maxConcurrent                int
	maxWait                      time.Duration
	priority                     pool.Priority
	retry                        *contract.Retry
	breaker                      *breaker.Breaker
	bulkhead                     *pool.Bulkhead
}

// New returns a Downstream called name, the name that errors and records give. It panics if c.Timeout is not positive, or
// if c is both Core and Degradable.
func New(name string, c Config) *Downstream {
	if c.Timeout <= 0 {
		panic(fmt.Sprintf("downstream: %s has no timeout", name))
	}
	if c.Core && c.Degradable {
		panic(fmt.Sprintf("downstream: %s is both core and degradable", name))
	}
	d := &Downstream{name: name, core: c.Core, degradable: c.Degradable, classify: c.Classify, observer: c.Observer,
		trace: c.TraceID, onChange: c.OnStateChange}
	if d.classify == nil {
		d.classify = Classify
	}
	d.exhausted = newError(name, record.Refused, 0, budget.ErrExhausted)
	d.open = newError(name, record.Open, 0, breaker.ErrOpen)
	d.full = newError(name, record.Full, 0, pool.ErrFull)
	d.set(c)
	return d
}

// set takes the numbers of c. Calls under way go on with those that they began with.
func (d *Downstream) set(c Config) {
	n := &numbers{timeout: c.Timeout, expected: c.Expected, slowAfter: c.SlowAfter, maxConcurrent: c.MaxConcurrent,
		maxWait: c.MaxWait, priority: c.Priority}
	if c.Retry != nil {
		r := *c.Retry
		n.retry = &r
	}
	var before numbers
	if p := d.numbers.Load(); p != nil {
		before = *p
	}
	switch {
	case c.MaxConcurrent <= 0:
	case c.MaxConcurrent == before.maxConcurrent:
		n.bulkhead = before.bulkhead
	default:
		n.bulkhead = pool.NewBulkhead(c.MaxConcurrent)
	}
	switch {
	case c.Breaker == nil:
	case before.breaker != nil:
		n.breaker = before.breaker.With(*c.Breaker)
	default:
		n.breaker = breaker.New(*c.Breaker, d.onChange)
	}
	d.numbers.Store(n)
}

// Name returns the name that New was given.
func (d *Downstream) Name() string { return d.name }

// Core says whether an answer without this downstream is none.
func (d *Downstream) Core() bool { return d.core }

// Degradable says whether the answer can do without this downstream. Neither Core nor Degradable: each call decides.
func (d *Downstream) Degradable() bool { return d.degradable }

// Breaker returns the breaker in force, for an operator's Force; nil if there is none. A reload may replace it.
func (d *Downstream) Breaker() *breaker.Breaker { return d.numbers.Load().breaker }

// TraceID returns the trace id of a request as the records of its calls have it, for those who send it on.
func (d *Downstream) TraceID(ctx context.Context) string { return d.trace.TraceID(ctx) }

// A Snapshot is what a Downstream knows at one moment.
type Snapshot struct {
	Name             string
	Core, Degradable bool
	// Running is how many attempts are under way; Abandoned is how many of the calls were given up by their Group, and
	// still run.
	Running, Abandoned int
	// Places is how many of the bulkhead's are taken, and Waiting how many calls want one. Zero without a bulkhead.
	Places, Waiting int
	// Tokens is what the retry budget has left, of 10.
	Tokens float64
	// Breaker is the breaker's; always closed and empty if there is none.
	Breaker breaker.Snapshot
}

// Snapshot returns the present state. The numbers in it are read one after the other while calls come and go.
func (d *Downstream) Snapshot() Snapshot {
	n := d.numbers.Load()
	s := Snapshot{Name: d.name, Core: d.core, Degradable: d.degradable, Tokens: d.tokens.Tokens(),
		Running: int(d.running.Load()), Abandoned: int(d.abandoned.Load())}
	if n.bulkhead != nil {
		s.Places, s.Waiting = n.bulkhead.InUse()
	}
	if n.breaker != nil {
		s.Breaker = n.breaker.Snapshot()
	}
	return s
}

// mustHave is what the standard library does about a nil context.
func mustHave(ctx context.Context) {
	if ctx == nil {
		panic("cannot create context from nil parent")
	}
}
