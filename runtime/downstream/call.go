package downstream

import (
	"context"
	"errors"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// errUnwound is what the record of a call says that did not return. The panic itself goes on to the caller.
var errUnwound = errors.New("downstream: the callee panicked or called runtime.Goexit")

// call is one call with all its attempts. It lives on the stack of Do.
type call struct {
	d    *Downstream
	n    *numbers
	task *Task

	start    time.Time
	now      time.Time // the clock when it was last read: the start, and the end of an attempt if that matters
	deadline time.Time // the request's
	bounded  bool

	repeating bool // package retry makes the attempts

	// The attempt under way.
	ctx      context.Context // what the callee gets
	cancel   context.CancelFunc
	began    time.Time
	end      time.Time // of ctx, where cancel is not nil
	ticket   breaker.Ticket
	returned bool

	// What the last attempt came to, or the refusal of the first.
	attempts int
	given    time.Duration
	status   record.Status
	outcome  breaker.Outcome
	slow     bool
	err      error // the callee's
	why      error // what ended it
	reason   error // why there was no other

	degraded bool
	panicked bool
	result   error // what Do returns
}

// begin is called on a zero call, in place: to return one would copy it.
func (c *call) begin(ctx context.Context, d *Downstream) {
	mustHave(ctx)
	c.d, c.n, c.start = d, d.numbers.Load(), time.Now()
	c.now = c.start
	c.deadline, c.bounded = ctx.Deadline()
}

// timed says whether somebody wants to know how long a call took that succeeded.
func (c *call) timed() bool { return c.d.observer != nil || c.n.slowAfter > 0 }

// clock is time.Now for less: time.Since reads the monotonic clock only, and its wall clock follows from the start's.
func (c *call) clock() time.Time { return c.start.Add(time.Since(c.start)) }

// enter asks all that may refuse an attempt, from the outside in. The error is the refusal; the attempt must then not be
// made. Otherwise leave must be deferred, and the attempt gets a context of its own if it is limited.
func (c *call) enter(ctx context.Context) error {
	left, err := c.fits(ctx)
	if err != nil {
		return c.refuse(err)
	}
	n := c.n
	if n.breaker != nil {
		limit := n.timeout
		if c.bounded {
			limit = min(limit, left)
		}
		if c.ticket, err = n.breaker.AllowAt(c.now, limit); err != nil {
			return c.refuse(err)
		}
	}
	if n.bulkhead != nil {
		if left, err = c.place(ctx, left); err != nil {
			c.ticket.Done(breaker.Excluded)
			return c.refuse(err)
		}
	}
	c.began, c.returned = c.now, false
	c.attempts++
	c.ctx, c.cancel, c.given = ctx, nil, left
	c.d.running.Add(1)
	return nil
}

// limited says whether the attempt ends before the request does, at c.end.
func (c *call) limited() bool {
	own := c.now.Add(c.n.timeout)
	limited := !c.bounded || c.deadline.After(own)
	if limited {
		c.given, c.end = c.n.timeout, own
	}
	if c.task != nil {
		c.task.attempts.Store(int64(c.attempts))
		c.task.given.Store(int64(c.given))
	}
	return limited
}

// fits says how much time is left, if any is for an attempt.
func (c *call) fits(ctx context.Context) (left time.Duration, err error) {
	switch ctx.Err() {
	case nil:
	case context.DeadlineExceeded:
		return 0, budget.ErrExhausted
	default:
		return 0, context.Cause(ctx)
	}
	if !c.bounded {
		return 0, nil
	}
	if left = c.deadline.Sub(c.now); left <= 0 || left < c.n.expected {
		return left, budget.ErrExhausted
	}
	return left, nil
}

// place takes a place in the bulkhead. The clock is read again only if that took time.
func (c *call) place(ctx context.Context, left time.Duration) (time.Duration, error) {
	b, p := c.n.bulkhead, pool.PriorityOf(ctx, c.n.priority)
	err := b.AcquireAs(ctx, p, 0)
	if err == nil {
		return left, nil
	}
	wait := c.n.maxWait
	if c.bounded {
		wait = min(wait, left-c.n.expected)
	}
	if err == pool.ErrFull && wait > 0 {
		err = b.AcquireAs(ctx, p, wait)
		c.now = c.clock()
	}
	if err == nil {
		if left, err = c.fits(ctx); err != nil {
			b.Release()
		}
		return left, err
	}
	if _, ended := c.fits(ctx); err != pool.ErrFull && ended != nil {
		err = ended
	} else if err == context.DeadlineExceeded {
		err = budget.ErrExhausted
	}
	return left, err
}

// refuse notes why an attempt is not made. It decides the status only where none ran.
func (c *call) refuse(err error) error {
	c.reason = err
	if c.attempts > 0 {
		return err
	}
	switch err {
	case budget.ErrExhausted:
		c.status = record.Refused
	case breaker.ErrOpen:
		c.status = record.Open
	case pool.ErrFull:
		c.status = record.Full
	default:
		c.status = record.Canceled
	}
	return err
}

// judge says what the callee's return means. ctx is the request's.
func (c *call) judge(ctx context.Context, err error) {
	if err != nil || c.timed() {
		c.now = c.clock()
	}
	c.err, c.why, c.slow = err, nil, false
	if err == nil {
		c.status, c.outcome = record.OK, breaker.Success
		if limit := c.n.slowAfter; limit > 0 && c.now.Sub(c.began) > limit {
			c.slow, c.outcome = true, breaker.Failure
		}
		c.returned = true
		return
	}
	// Which deadline it was follows from which is earlier. The cause of a context depends, on a tie, on which timer ran
	// first. And code that sets its own timer by the deadline, as package net does, can be back before ctx knows.
	ended := c.ctx.Err()
	switch {
	case c.cancel != nil && (ended == context.DeadlineExceeded || ended == nil && !c.now.Before(c.end) && isTimeout(err)):
		c.status, c.outcome, c.why = record.Timeout, breaker.Failure, budget.ErrCallTimeout
	case c.cancel == nil && (ended == context.DeadlineExceeded || ended == nil && !c.now.Before(c.deadline) && isTimeout(err)):
		c.status, c.outcome, c.why = record.Timeout, breaker.Excluded, budget.ErrExhausted
		enough := c.n.expected
		if enough <= 0 {
			enough = c.n.timeout
		}
		if c.given >= enough { // it had its chance
			c.outcome = breaker.Failure
		}
	case ended != nil:
		c.status, c.outcome, c.why = record.Canceled, breaker.Excluded, context.Cause(ctx)
	case errors.Is(err, budget.ErrExhausted):
		c.status, c.outcome = record.Failed, breaker.Excluded
	default:
		c.status, c.outcome = record.Failed, c.d.classify(err)
	}
	c.returned = true
}

func isTimeout(err error) bool {
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && t.Timeout()
}

// leave gives back all that enter took. It is deferred, and nothing is recovered: a flag that only a return sets tells a
// panic or Goexit, and the stack stays whole.
func (c *call) leave() {
	if !c.returned {
		c.now = c.clock()
		c.panicked = true
		c.status, c.outcome, c.slow, c.err, c.result = record.Failed, breaker.Failure, false, errUnwound, errUnwound
	}
	if c.cancel != nil {
		c.cancel()
	}
	if c.n.bulkhead != nil {
		c.n.bulkhead.Release()
	}
	c.d.running.Add(-1)
	c.ticket.Done(c.outcome) // last: it may call the user's OnStateChange
}

// failed makes the error of a call that ended with err; nil of nil.
func (c *call) failed(err error) error {
	d := c.d
	switch {
	case err == nil:
		return nil
	case c.attempts > 0:
		c.result = newError(d.name, c.status, c.attempts, c.err, c.why, c.reason)
	case c.status == record.Refused:
		c.result = d.exhausted
	case c.status == record.Open:
		c.result = d.open
	case c.status == record.Full:
		c.result = d.full
	default:
		c.result = newError(d.name, c.status, 0, c.reason)
	}
	return c.result
}

// emit hands out the record. ctx is the request's.
func (c *call) emit(ctx context.Context) {
	if c.task != nil && !c.task.finish() && !c.panicked {
		return // it was abandoned, and recorded as that; but a panic is not lost
	}
	o := c.d.observer
	if o == nil {
		return
	}
	o.Observe(ctx, record.Call{
		Name: c.d.name, TraceID: c.d.trace.TraceID(ctx), Status: c.status,
		Degraded: c.degraded || c.task != nil && c.task.optional && c.status != record.OK,
		Slow:     c.slow, Panicked: c.panicked, NoDeadline: !c.bounded,
		Start: c.start, Took: c.now.Sub(c.start), Timeout: c.given, Attempts: c.attempts, Err: c.result,
	})
}
