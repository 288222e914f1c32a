// Package breaker refuses calls to a downstream that keeps failing, and finds out by a few probes when it is well again.
// It runs nothing and judges no error: its caller asks Allow before a call, and tells the ticket how the call ended.
//
// Closed, it counts the calls that ended within a sliding window, and opens when more than the threshold's share of at
// least the minimum has failed (or all of them). Open, it refuses every call for a period. Half-open, it lets a number
// of probes through: it closes when all of them succeed, and opens for twice the period, up to a cap, when one fails. A
// probe that never ends is taken for failed after twice its time.
//
// Underneath is github.com/sony/gobreaker/v2; docs/decisions/007 says what is added to it, and why.
package breaker

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/sony/gobreaker/v2"
)

// ErrOpen is returned by Allow for a call that must not be made.
var ErrOpen error = &refusal{"breaker: open"}

// refusal is an error that says that a call was not begun; package retry looks for its method.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }
func (*refusal) Refused() bool   { return true }

// State is what a Breaker does with calls.
type State uint8

const (
	// Closed lets all calls through.
	Closed State = iota
	// HalfOpen lets a few probes through.
	HalfOpen
	// Open refuses all calls.
	Open
)

// String returns "closed", "half-open" or "open".
func (s State) String() string {
	switch s {
	case Closed:
		return "closed"
	case HalfOpen:
		return "half-open"
	}
	return "open"
}

// Outcome is how a call ended.
type Outcome uint8

const (
	// Failure speaks against the downstream. It is the zero value, so that an outcome nobody set counts as one.
	Failure Outcome = iota
	// Success speaks for the downstream; an answer such as "not found" does too.
	Success
	// Excluded says nothing about the downstream: the client left, or the call was not made in the end.
	Excluded
)

// What gobreaker is told. It asks its functions about them under its mutex, so none of a user's errors go there.
var (
	errFailed   = errors.New("failed")
	errExcluded = errors.New("excluded")
)

func (o Outcome) told() error {
	switch o {
	case Success:
		return nil
	case Excluded:
		return errExcluded
	}
	return errFailed
}

// A Breaker guards one downstream. All methods may be called from any number of goroutines.
type Breaker struct {
	settings contract.Breaker
	base     time.Time // of times kept as durations: an atomic holds no time.Time, and loses no monotonic clock
	// shutUntil is when an open period ends, since base; forever while held open, else 0. It is written under mu; to
	// refuse a call it is read without.
	shutUntil atomic.Int64

	// mu is taken around every use of gobreaker. Its own lock would leave a gap between our question about shutUntil and
	// its answer, in which a call that was let through late would count as the first probe.
	mu       sync.Mutex
	two      *gobreaker.TwoStepCircuitBreaker[struct{}]
	state    State
	period   uint64 // changes with state; a ticket of another period says nothing about this one
	failures int    // half-open periods that failed since it was closed
	probes   []probe
	probed   uint64 // probes let through ever
	hold     hold
	tripping bool // what ReadyToTrip reads, to open without asking the counts

	onChange   func(from, to State)
	changes    []change
	delivering bool
}

const forever = math.MaxInt64

// longest keeps sums and multiples of a caller's times from overflowing.
const longest = time.Duration(1 << 60)

// probe is a call let through half-open that has not ended yet.
type probe struct {
	id      uint64
	expires time.Time
	done    func(error)
}

// New returns a closed Breaker. A field of c that is zero takes the default that package contract names for it.
//
// onChange, which may be nil, is called after every change of state: one call at a time, in order, on the goroutine
// whose call changed the state or on one that is in onChange already. It may use the Breaker.
func New(c contract.Breaker, onChange func(from, to State)) *Breaker {
	b := &Breaker{settings: defaults(c), onChange: onChange, base: time.Now()}
	b.probes = make([]probe, 0, b.settings.HalfOpenProbeCount)
	b.two = b.fresh()
	return b
}

// A Ticket is the permission for one call. Done must be called once, whatever becomes of the call, and so best in a
// deferred one. It is for one goroutine at a time, and not to be copied.
type Ticket struct {
	breaker *Breaker
	done    func(error)
	period  uint64
	probe   uint64 // 0 for a call that is none
}

// Allow asks whether a call may be made. If so, the ticket's Done tells how it ended; if not, the error is ErrOpen.
//
// probeLimit is the call's timeout. If the call is a probe and is not done after twice that time, it counts as failed,
// so that a probe that hangs cannot keep the breaker half-open for ever. 0 or less stands for half of the window.
func (b *Breaker) Allow(probeLimit time.Duration) (Ticket, error) {
	return b.AllowAt(time.Time{}, probeLimit)
}

// AllowAt is Allow for callers that have just read the clock; it saves reading it again.
func (b *Breaker) AllowAt(now time.Time, probeLimit time.Duration) (Ticket, error) {
	if until := b.shutUntil.Load(); until != 0 {
		if now.IsZero() {
			now = time.Now()
		}
		if now.Sub(b.base) < time.Duration(until) {
			return Ticket{}, ErrOpen
		}
	}
	b.mu.Lock()
	if b.state != Closed {
		return b.allowProbe(now, probeLimit)
	}
	done, err := b.two.Allow()
	if err != nil {
		b.unlock()
		return Ticket{}, ErrOpen
	}
	period := b.period
	b.unlock()
	return Ticket{breaker: b, done: done, period: period}, nil
}

// allowProbe is AllowAt for a breaker that is not closed; mu is held, and given back. It is a function of its own for the
// sake of the other path, which with less on its stack fits into that of a new goroutine.
func (b *Breaker) allowProbe(now time.Time, limit time.Duration) (Ticket, error) {
	defer b.unlock()
	if now.IsZero() {
		now = time.Now()
	}
	if b.settle(now); b.state == Open {
		return Ticket{}, ErrOpen
	}
	done, err := b.two.Allow()
	if err != nil { // all its probes are under way
		return Ticket{}, ErrOpen
	}
	t := Ticket{breaker: b, done: done, period: b.period}
	if b.state == HalfOpen {
		if limit <= 0 {
			limit = b.settings.Window / 2
		}
		b.probed++
		t.probe = b.probed
		b.probes = append(b.probes, probe{t.probe, now.Add(2 * min(limit, longest)), done})
	}
	return t, nil
}

// Done says how the call ended. A call that outlived the period in which it was let through changes nothing: a success
// from before the breaker opened cannot close it. A second Done on the same ticket does nothing.
func (t *Ticket) Done(o Outcome) {
	b, done := t.breaker, t.done
	if done == nil {
		return
	}
	t.done = nil
	b.mu.Lock()
	if t.period == b.period && (t.probe == 0 || b.forget(t.probe)) {
		done(o.told())
	}
	b.unlock()
}

// forget takes a probe from the list of those under way; false if it is not there.
func (b *Breaker) forget(id uint64) bool {
	for i, p := range b.probes {
		if p.id == id {
			last := len(b.probes) - 1
			b.probes[i] = b.probes[last]
			b.probes[last] = probe{}
			b.probes = b.probes[:last]
			return true
		}
	}
	return false
}

// State returns the state at this moment. Where an open period is over, or a probe has taken too long, it says so and
// acts on it, as Allow does.
func (b *Breaker) State() State {
	b.mu.Lock()
	defer b.unlock()
	b.settle(time.Now())
	return b.state
}

// A Snapshot is what a Breaker knows at one moment.
type Snapshot struct {
	State State
	// Held is true while Force keeps it in this state.
	Held bool
	// Successes and Failures ended within the window, or half-open, in the present half-open period.
	Successes, Failures int
	// Probes are under way.
	Probes int
	// OpenUntil is when the open period ends; zero where it is not open, or held open.
	OpenUntil time.Time
}

// Snapshot returns the state as State does, and the counts that it rests on.
func (b *Breaker) Snapshot() Snapshot {
	b.mu.Lock()
	defer b.unlock()
	b.settle(time.Now())
	s := Snapshot{State: b.state, Held: b.hold != free, Probes: len(b.probes)}
	if b.state == Open {
		if until := b.shutUntil.Load(); until != forever {
			s.OpenUntil = b.base.Add(time.Duration(until))
		}
		return s
	}
	b.two.State() // what leaves the window leaves the counts only when it is asked something
	counts := b.two.Counts()
	s.Successes, s.Failures = int(counts.TotalSuccesses), int(counts.TotalFailures)
	return s
}
