// Package retry repeats a call that failed, as often and as patiently as a contract says and only as far as the time
// left and a budget of tokens allow. It does not know which calls may be repeated, nor which errors deserve it: its
// caller does not use it for the former, and marks the latter with Permanent.
package retry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Do calls f until it succeeds, and at most p.Attempts times. Before each repetition it waits for a random time from
// zero up to a bound that starts at p.Base and doubles up to p.Cap; see After for a server that asks for more. Zero
// fields of p take the defaults that package contract names, and Attempts below 1 is 1; p.Idempotent is not looked at:
// who calls Do says that f may run more than once.
//
// No attempt starts with less than expected left before ctx's deadline, or with none at all; and no wait begins that
// would leave less. Each repetition takes a token from b; nil stands for a budget that is never empty. b may, and for
// calls to the same downstream should, be shared by any number of goroutines.
//
// Do returns f's last error as f returned it (without the mark of Permanent or After) when f has had all its attempts
// or the error is permanent. Where another attempt was due but refused, it is an *Ended that joins that error and the
// reason: budget.ErrExhausted, ErrBudget, the cause of ctx, or what f returned instead of trying (see Refused). The
// first attempt's refusal is returned as it is. A panic in f is not caught.
func Do[T any](ctx context.Context, p contract.Retry, b *Budget, expected time.Duration, f func(context.Context) (T, error)) (T, error) {
	var none T
	if err := fits(ctx, 0, expected); err != nil {
		return none, err
	}
	var last error
	for n := 1; ; n++ {
		v, err := f(ctx)
		if err != nil && refused(err) {
			return v, ended(last, err)
		}
		if n == 1 { // only now: what was refused gives no right to repeat others
			b.earn(p.BudgetRatio)
		}
		if err == nil {
			return v, nil
		}
		var m marks
		m, last = read(err)
		if m.permanent || n >= p.Attempts {
			return v, last
		}
		if err := pause(ctx, p, b, n, m.after, expected); err != nil {
			return v, ended(last, err)
		}
	}
}

// pause waits before attempt n + 1, or says at once why there will be none.
func pause(ctx context.Context, p contract.Retry, b *Budget, n int, after, expected time.Duration) error {
	limit := p.Cap
	if limit <= 0 {
		limit = time.Second
	}
	wait := jitter(bound(p.Base, limit, n))
	if after > 0 {
		// Not capped: an attempt before the time that the server named is one that it said it would refuse.
		if err := fits(ctx, after, expected); err != nil {
			return err
		}
		wait = max(wait, min(after, limit))
	}
	if err := fits(ctx, wait, expected); err != nil {
		return err
	}
	if !b.take() {
		return ErrBudget
	}
	err := budget.Sleep(ctx, wait)
	if err == nil {
		err = fits(ctx, 0, expected) // a busy machine wakes late
	}
	if err != nil {
		b.giveBack()
	}
	return err
}

// bound is the longest wait after n attempts.
func bound(base, limit time.Duration, n int) time.Duration {
	if base <= 0 {
		base = 50 * time.Millisecond
	}
	for range n - 1 {
		if base > limit/2 { // and twice that might be too long for a Duration
			return limit
		}
		base *= 2
	}
	return min(base, limit)
}

// jitter is "full jitter" of the AWS Architecture Blog's "Exponential Backoff And Jitter": callers that failed together
// come back spread over the whole time.
func jitter(bound time.Duration) time.Duration { return rand.N(bound) }

// fits says whether an attempt that takes expected can follow a wait.
func fits(ctx context.Context, wait, expected time.Duration) error {
	if err := ctx.Err(); err != nil {
		if err == context.DeadlineExceeded {
			return budget.ErrExhausted
		}
		return context.Cause(ctx)
	}
	left, bounded := budget.Remaining(ctx)
	if bounded && (left <= wait || left-wait < expected) {
		return budget.ErrExhausted
	}
	return nil
}

// An Ended error is that of a call that failed, was to be repeated, and was not.
type Ended struct {
	// Err is the error of the last attempt that ran.
	Err error
	// Reason is why no other followed.
	Reason error
}

func ended(last, reason error) error {
	if last == nil {
		return reason
	}
	return &Ended{last, reason}
}

// Error tells both.
func (e *Ended) Error() string { return fmt.Sprintf("%v (not tried again: %v)", e.Err, e.Reason) }

// Unwrap returns both, the attempt's error first.
func (e *Ended) Unwrap() []error { return []error{e.Err, e.Reason} }
