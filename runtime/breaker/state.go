package breaker

import (
	"math/rand/v2"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/sony/gobreaker/v2"
)

func defaults(c contract.Breaker) contract.Breaker {
	if c.FailureRateThreshold <= 0 {
		c.FailureRateThreshold = 0.5
	}
	if c.MinimumRequests <= 0 {
		c.MinimumRequests = 20
	}
	if c.OpenDuration <= 0 {
		c.OpenDuration = 10 * time.Second
	}
	if c.OpenCap <= 0 {
		c.OpenCap = 60 * time.Second
	}
	c.OpenDuration = min(c.OpenDuration, longest)
	c.OpenCap = min(max(c.OpenCap, c.OpenDuration), longest)
	if c.HalfOpenProbeCount <= 0 {
		c.HalfOpenProbeCount = 3
	}
	if c.Window <= 0 {
		c.Window = 10 * time.Second
	}
	c.Window = min(c.Window, longest)
	return c
}

// fresh returns a closed gobreaker with empty counts.
func (b *Breaker) fresh() *gobreaker.TwoStepCircuitBreaker[struct{}] {
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  uint32(b.settings.HalfOpenProbeCount),
		Interval:     b.settings.Window,
		BucketPeriod: max(b.settings.Window/10, 1),
		// Its open period is of one length for ever. It gets none, and is left alone until shutUntil.
		Timeout:       1,
		IsSuccessful:  func(err error) bool { return err == nil },
		IsExcluded:    func(err error) bool { return err == errExcluded },
		ReadyToTrip:   b.readyToTrip,
		OnStateChange: func(_ string, from, to gobreaker.State) { b.changed(from, to) },
	})
}

// readyToTrip is asked when a failure ends while closed. Counts.Requests is no divisor: it has the calls under way.
func (b *Breaker) readyToTrip(c gobreaker.Counts) bool {
	if b.tripping || b.hold == closed {
		return b.tripping
	}
	failures, ended := float64(c.TotalFailures), float64(c.TotalFailures)+float64(c.TotalSuccesses)
	if ended < float64(b.settings.MinimumRequests) {
		return false
	}
	// The second: no share is above a threshold of 1.
	return failures/ended > b.settings.FailureRateThreshold || failures == ended
}

// changed is told by gobreaker, under both locks.
func (b *Breaker) changed(from, to gobreaker.State) {
	switch to {
	case gobreaker.StateOpen:
		if from == gobreaker.StateHalfOpen && !b.tripping {
			b.failures++
		}
		b.shutUntil.Store(int64(time.Since(b.base) + b.openPeriod()))
		b.move(Open)
	case gobreaker.StateHalfOpen:
		b.shutUntil.Store(0)
		b.move(HalfOpen)
	case gobreaker.StateClosed:
		b.failures = 0
		b.shutUntil.Store(0)
		b.move(Closed)
	}
}

// openPeriod doubles with each half-open period that failed. Up to a fifth is added by chance, so that many processes
// that lost the same downstream do not probe it in step.
func (b *Breaker) openPeriod() time.Duration {
	d := b.settings.OpenDuration
	for range b.failures {
		if d >= b.settings.OpenCap {
			break
		}
		d *= 2
	}
	return min(time.Duration(float64(d)*(1+rand.Float64()/5)), b.settings.OpenCap)
}

// settle does what time alone has brought about. mu is held.
func (b *Breaker) settle(now time.Time) {
	switch b.state {
	case Open:
		if now.Sub(b.base) >= time.Duration(b.shutUntil.Load()) {
			b.two.State() // becomes half-open
		}
	case HalfOpen:
		for _, p := range b.probes {
			if !now.Before(p.expires) {
				p.done(errFailed) // opens, and empties the list; what the probe itself says later is of a past period
				return
			}
		}
	}
}

// move enters a state: what belonged to the one before ends. mu is held.
func (b *Breaker) move(to State) {
	b.period++
	clear(b.probes)
	b.probes = b.probes[:0]
	if to == b.state {
		return
	}
	if b.onChange != nil {
		b.changes = append(b.changes, change{b.state, to})
	}
	b.state = to
}

type change struct{ from, to State }

// unlock gives mu back, and first tells of the changes made under it: not while it is held, since onChange may use the
// Breaker; and on one goroutine at a time, so that they arrive in order. Who finds another one at it leaves them to it.
func (b *Breaker) unlock() {
	if len(b.changes) == 0 || b.delivering {
		b.mu.Unlock()
		return
	}
	b.deliver()
}

func (b *Breaker) deliver() {
	b.delivering = true
	defer func() { // also if onChange panics
		b.delivering = false
		b.mu.Unlock()
	}()
	for len(b.changes) > 0 {
		c, tell := b.changes[0], b.onChange
		b.changes = b.changes[1:]
		if tell == nil { // With has replaced this breaker
			continue
		}
		func() {
			b.mu.Unlock()
			defer b.mu.Lock()
			tell(c.from, c.to)
		}()
	}
	b.changes = nil
}
