package downstream

import (
	"context"
	"fmt"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

// Do calls f as d says, and returns f's value, or an *Error and the zero value.
//
// f gets a context that ends after d's timeout, or with ctx where that is sooner; it runs on the caller's goroutine and
// must heed it. Do returns when f has: what f reads lazily, such as rows or a body, belongs into f. With less than
// Config.Expected left f is not called. A panic in f is recorded, and goes on.
func Do[T any](ctx context.Context, d *Downstream, f func(context.Context) (T, error)) (T, error) {
	var c call
	c.begin(ctx, d)
	defer c.emit(ctx)
	v, err := run(ctx, &c, f)
	return v, c.failed(err)
}

// DoOr is Do with a fallback: where the call failed and fb yields a value, it returns that, degraded, and no error. A fb
// that yields nothing leaves the call's error. It panics if d is core.
func DoOr[T any](ctx context.Context, d *Downstream, f func(context.Context) (T, error), fb fallback.Fallback[T]) (v T, degraded bool, err error) {
	if d.core {
		panic(fmt.Sprintf("downstream: DoOr on %s, which is core", d.name))
	}
	var c call
	c.begin(ctx, d)
	defer c.emit(ctx)
	if v, err = run(ctx, &c, f); err == nil {
		if fb.Keeps() {
			if !c.timed() {
				c.now = c.clock()
			}
			fb.Keep(v, c.now)
		}
		return v, false, nil
	}
	err = c.failed(err)
	if instead, ok := fb.Get(ctx, err); ok {
		c.degraded = true
		return instead, true, nil
	}
	return v, false, err
}

// run makes one attempt, or several where d repeats: then repeat comes back to it for each.
//
// It does so itself, and makes the attempt's context itself, to have less on the stack: a call in a group runs on a new
// goroutine, whose stack is copied if more than about a kilobyte is in use.
func run[T any](ctx context.Context, c *call, f func(context.Context) (T, error)) (v T, err error) {
	if c.repeats() && !c.repeating {
		return repeat(ctx, c, func(ctx context.Context) (T, error) { return run(ctx, c, f) })
	}
	if err = c.enter(ctx); err != nil {
		return v, err
	}
	defer c.leave()
	if c.limited() {
		c.ctx, c.cancel = context.WithDeadlineCause(ctx, c.end, budget.ErrCallTimeout)
	}
	v, err = f(c.ctx)
	c.judge(ctx, err)
	if err != nil {
		var none T
		return none, err
	}
	return v, nil
}

// repeats says whether a callee that nobody can look into is to be called again.
func (c *call) repeats() bool {
	r := c.n.retry
	return r != nil && r.Idempotent && r.Attempts > 1
}

// repeat makes attempts with try.
func repeat[T any](ctx context.Context, c *call, try func(context.Context) (T, error)) (v T, err error) {
	if _, err := c.fits(ctx); err != nil {
		return v, c.refuse(err)
	}
	c.repeating = true
	v, err = retry.Do(ctx, *c.n.retry, &c.d.tokens, c.n.expected, func(ctx context.Context) (T, error) {
		if c.attempts > 0 {
			c.now = c.clock()
		}
		v, err := try(ctx)
		return v, c.mark(err)
	})
	c.ended(err)
	return v, err
}

// mark tells package retry what not to repeat: what does not count as a failure of the downstream. A refusal has no outcome
// of its own, and retry knows it.
func (c *call) mark(err error) error {
	if err != nil && c.outcome != breaker.Failure {
		return retry.Permanent(err)
	}
	return err
}

// ended notes why retry did not go on.
func (c *call) ended(err error) {
	if err == nil {
		return
	}
	if e, ok := err.(*retry.Ended); ok {
		c.reason = e.Reason
	} else if c.attempts == 0 {
		c.refuse(err)
	}
}
