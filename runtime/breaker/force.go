package breaker

import (
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// hold is what an operator keeps a breaker at.
type hold uint8

const (
	free hold = iota
	open
	closed
)

// Force is for operators.
//
//   - Force(Open, true) opens the breaker and keeps it open. Force(Open, false) ends that: the next calls are probes.
//   - Force(Closed, true) closes it, forgets what it counted, and keeps it closed whatever fails. Force(Closed, false)
//     ends that: from the next failure on it judges again, by the calls in the window.
//   - Force(HalfOpen, true) ends an open period: the next calls are probes. It keeps nothing, and does nothing to a
//     breaker that is not open.
//
// The later of two Force(…, true) counts; to end what is not kept does nothing.
//
// A breaker that is opened and released at one and the same instant still refuses at that instant; this can be seen in a
// bubble of testing/synctest only, where a test sleeps 2 ns in between.
func (b *Breaker) Force(s State, on bool) {
	b.mu.Lock()
	defer b.unlock()
	now := time.Now()
	b.settle(now)
	switch {
	case s == Open && on:
		b.hold = open
		b.trip()
		b.shutUntil.Store(forever)
	case s == Closed && on:
		b.hold = closed
		b.two = b.fresh()
		b.failures = 0
		b.shutUntil.Store(0)
		b.move(Closed)
	case s == Open && b.hold == open, s == HalfOpen && on && b.state == Open:
		b.hold = free
		b.shutUntil.Store(int64(now.Sub(b.base)))
		b.settle(now)
	case s == Closed && b.hold == closed:
		b.hold = free
	}
}

// trip opens what is not open. gobreaker opens only by a failure, and half-open it admits none when all its probes are
// under way: then one of them is said to have failed.
func (b *Breaker) trip() {
	if b.state == Open {
		return
	}
	b.tripping = true
	defer func() { b.tripping = false }()
	done, err := b.two.Allow()
	switch {
	case err == nil:
		done(errFailed)
	case len(b.probes) > 0:
		b.probes[0].done(errFailed)
	default: // made half-open by With at this very instant: gobreaker is still open
		b.move(Open)
	}
}

// With returns a breaker with other settings for the same downstream; b itself if c says what it has. Otherwise b is
// not to be asked for new calls: its tickets go back to it and change nothing else, and it tells of no more changes.
//
// A closed breaker starts with empty counts, an open one keeps its end, and a half-open one starts with fresh probes.
// What Force keeps stays kept.
func (b *Breaker) With(c contract.Breaker) *Breaker {
	c = defaults(c)
	b.mu.Lock()
	defer b.unlock()
	if c == b.settings {
		return b
	}
	b.settle(time.Now())
	n := New(c, nil)
	n.base, n.hold, n.failures = b.base, b.hold, b.failures
	if b.state != Closed {
		n.trip() // its gobreaker becomes half-open when it is next asked
		n.shutUntil.Store(b.shutUntil.Load())
		n.state = b.state
	}
	n.onChange, b.onChange = b.onChange, nil
	return n
}
