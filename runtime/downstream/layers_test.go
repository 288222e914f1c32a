package downstream_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

func TestClasses(t *testing.T) {
	status := func(code int) error { return fmt.Errorf("user: %w", &downstream.StatusError{Code: code}) }
	nested := func(c downstream.Config, force bool) error {
		c.Timeout = time.Second
		inner := downstream.New("inner", c)
		if force {
			inner.Breaker().Force(breaker.Open, true)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := downstream.Do(ctx, inner, fails)
		return err
	}
	for _, c := range []struct {
		err  error
		want breaker.Outcome
	}{
		{nil, breaker.Success},
		{sql.ErrNoRows, breaker.Success},
		{status(404), breaker.Success},
		{status(400), breaker.Success},
		{status(429), breaker.Failure},
		{status(500), breaker.Failure},
		{status(503), breaker.Failure},
		{errDown, breaker.Failure},
		{context.Canceled, breaker.Failure},
		{context.DeadlineExceeded, breaker.Failure},
		{nested(downstream.Config{Expected: time.Hour}, false), breaker.Excluded},
		{nested(downstream.Config{Breaker: &window}, true), breaker.Failure},
		{fmt.Errorf("inner: %w", pool.ErrFull), breaker.Failure},
	} {
		if got := downstream.Classify(c.err); got != c.want {
			t.Errorf("Classify(%v): %v, want %v", c.err, got, c.want)
		}
		d := downstream.New("d", downstream.Config{Timeout: time.Minute, Breaker: &window})
		_, err := downstream.Do(t.Context(), d, func(context.Context) (int, error) { return 0, c.err })
		if (err == nil) != (c.err == nil) || !errors.Is(err, c.err) {
			t.Errorf("%v: Do returns %v", c.err, err)
		}
		want := map[breaker.Outcome][2]int{breaker.Success: {1, 0}, breaker.Failure: {0, 1}}[c.want]
		if got := counts(d); got != want {
			t.Errorf("%v: successes, failures: %v", c.err, got)
		}
	}
	hooked := downstream.New("d", downstream.Config{Timeout: time.Minute, Breaker: &window,
		Classify: func(error) breaker.Outcome { return breaker.Success }})
	downstream.Do(t.Context(), hooked, fails)
	if got := counts(hooked); got != [2]int{1, 0} {
		t.Errorf("hook: successes, failures: %v", got)
	}
	downstream.Do(t.Context(), hooked, func(context.Context) (int, error) {
		return 0, nested(downstream.Config{Expected: time.Hour}, false)
	})
	if got := counts(hooked); got != [2]int{1, 0} {
		t.Errorf("the hook was asked about a refusal further down: successes, failures: %v", got)
	}
}

func TestRejectedCallsAreNotInTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("d", downstream.Config{Timeout: time.Second, MaxConcurrent: 1, Breaker: &window, Observer: &l})
		go downstream.Do(t.Context(), d, takes(500*ms, "", nil))
		synctest.Wait()
		_, err := downstream.Do(t.Context(), d, fails)
		wantError(t, err, record.Full, 0, pool.ErrFull)
		if r := l.one(t); r.Status != record.Full || r.Attempts != 0 {
			t.Errorf("record %+v", r)
		}
		time.Sleep(time.Second)
		l.one(t)
		if got := counts(d); got != [2]int{1, 0} {
			t.Errorf("full: successes, failures: %v", got)
		}
		d.Breaker().Force(breaker.Open, true)
		_, err = downstream.Do(t.Context(), d, fails)
		wantError(t, err, record.Open, 0, breaker.ErrOpen)
		if r := l.one(t); r.Status != record.Open || r.Attempts != 0 {
			t.Errorf("record %+v", r)
		}
		// Half-open, a call that the bulkhead refuses gives its probe back.
		d.Breaker().Force(breaker.Open, false)
		d.Breaker().Force(breaker.Closed, true)
		go downstream.Do(t.Context(), d, takes(500*ms, "", nil))
		synctest.Wait()
		halfOpen(d)
		_, err = downstream.Do(t.Context(), d, fails)
		wantError(t, err, record.Full, 0, pool.ErrFull)
		if s := d.Breaker().Snapshot(); s.State != breaker.HalfOpen || s.Probes != 0 {
			t.Errorf("%+v", s)
		}
		time.Sleep(time.Second)
	})
}

func TestBulkheadWait(t *testing.T) {
	for _, c := range []struct {
		name              string
		left, wait, until time.Duration
		status            record.Status
		took              time.Duration
	}{
		{"a place in time", time.Second, 300 * ms, 200 * ms, record.OK, 250 * ms},
		{"none in time", time.Second, 100 * ms, 200 * ms, record.Full, 100 * ms},
		{"no longer than leaves what is expected", 150 * ms, time.Second, 200 * ms, record.Full, 100 * ms},
		{"no deadline", 0, 300 * ms, 200 * ms, record.OK, 250 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Expected: 50 * ms, SlowAfter: 100 * ms, MaxConcurrent: 1,
					MaxWait: c.wait, Breaker: &window, Observer: &l})
				go downstream.Do(t.Context(), d, takes(c.until, "", nil))
				synctest.Wait()
				ctx := t.Context()
				if c.left > 0 {
					ctx = within(t, c.left)
				}
				start := time.Now()
				downstream.Do(ctx, d, func(ctx context.Context) (string, error) {
					want := start.Add(c.until + 400*ms)
					if end, _ := ctx.Deadline(); !end.Equal(want) {
						t.Errorf("the attempt's timeout does not count from its start: %v", end.Sub(start))
					}
					return takes(50*ms, "", nil)(ctx)
				})
				all := l.all()
				r := all[len(all)-1]
				if r.Status != c.status || r.Took != c.took || r.Slow {
					t.Errorf("record %+v", r)
				}
				time.Sleep(time.Second)
				if s := d.Snapshot(); s.Places != 0 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

func TestCanceledInTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("client gone")
		d := downstream.New("d", downstream.Config{Timeout: time.Second, MaxConcurrent: 1, MaxWait: time.Second, Breaker: &window})
		go downstream.Do(t.Context(), d, takes(500*ms, "", nil))
		synctest.Wait()
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*ms, func() { cancel(gone) })
		_, err := downstream.Do(ctx, d, fails)
		wantError(t, err, record.Canceled, 0, gone)
		_, err = downstream.Do(within(t, 100*ms), d, fails)
		wantError(t, err, record.Refused, 0, budget.ErrExhausted)
		time.Sleep(time.Second)
		if got := counts(d); got != [2]int{1, 0} {
			t.Errorf("successes, failures: %v", got)
		}
	})
}

func TestRetry(t *testing.T) {
	again := &contract.Retry{Attempts: 3, Base: 10 * ms, Cap: 20 * ms, Idempotent: true}
	for _, c := range []struct {
		name  string
		c     downstream.Config
		left  time.Duration
		f     func(n int, d *downstream.Downstream) func(context.Context) (string, error)
		want  int // attempts
		state record.Status
		is    []error
	}{
		{name: "until it succeeds", f: func(n int, _ *downstream.Downstream) func(context.Context) (string, error) {
			if n == 2 {
				return takes(0, "v", nil)
			}
			return fails
		}, want: 2, state: record.OK},
		{name: "until the attempts are over", f: each(fails), want: 3, state: record.Failed, is: []error{errDown}},
		{name: "attempt timeouts too", f: each(takes(time.Hour, "", nil)), want: 3, state: record.Timeout, is: []error{budget.ErrCallTimeout}},
		{name: "not what is permanent", f: each(func(context.Context) (string, error) { return "", retry.Permanent(errDown) }),
			want: 1, state: record.Failed, is: []error{errDown}},
		{name: "not an answer", f: each(func(context.Context) (string, error) { return "", sql.ErrNoRows }), want: 1, state: record.Failed,
			is: []error{sql.ErrNoRows}},
		{name: "not where little time is left", c: downstream.Config{Expected: 100 * ms}, left: 150 * ms, f: each(takes(60*ms, "", errDown)),
			want: 1, state: record.Failed, is: []error{errDown, budget.ErrExhausted}},
		{name: "an open breaker ends it", f: func(n int, d *downstream.Downstream) func(context.Context) (string, error) {
			d.Breaker().Force(breaker.Open, true)
			return fails
		}, want: 1, state: record.Failed, is: []error{errDown, breaker.ErrOpen}},
		{name: "not after Retry-After past the deadline", left: time.Second,
			f:    each(func(context.Context) (string, error) { return "", retry.After(errDown, 2*time.Second) }),
			want: 1, state: record.Failed, is: []error{errDown, budget.ErrExhausted}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				c.c.Timeout, c.c.Retry, c.c.Observer, c.c.Breaker = 400*ms, again, &l, &window
				d := downstream.New("d", c.c)
				ctx := t.Context()
				if c.left > 0 {
					ctx = within(t, c.left)
				}
				n := 0
				_, err := downstream.Do(ctx, d, func(ctx context.Context) (string, error) {
					n++
					return c.f(n, d)(ctx)
				})
				r := l.one(t)
				if n != c.want || r.Attempts != n || r.Status != c.state || (err == nil) != (c.state == record.OK) {
					t.Errorf("%d attempts, %v, record %+v", n, err, r)
				}
				if e, ok := err.(*downstream.Error); ok && (e.Attempts != n || e.Status != c.state) {
					t.Errorf("%+v", e)
				}
				for _, want := range c.is {
					if !errors.Is(err, want) {
						t.Errorf("%v is not %v", err, want)
					}
				}
			})
		})
	}
}

func each(f func(context.Context) (string, error)) func(int, *downstream.Downstream) func(context.Context) (string, error) {
	return func(int, *downstream.Downstream) func(context.Context) (string, error) { return f }
}

func TestRetryOnlyWhatIsIdempotent(t *testing.T) {
	d := downstream.New("d", downstream.Config{Timeout: time.Second, Retry: &contract.Retry{Attempts: 3}})
	_, err := downstream.Do(t.Context(), d, fails)
	wantError(t, err, record.Failed, 1, errDown)
}

func TestRetryOfACanceledRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: time.Second,
			Retry: &contract.Retry{Attempts: 3, Base: time.Hour, Cap: time.Hour, Idempotent: true}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(1, cancel)
		_, err := downstream.Do(ctx, d, fails)
		wantError(t, err, record.Failed, 1, errDown, context.Canceled)
	})
}

func TestBreakerOpensAtTheTwentieth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("recommend", downstream.Config{Timeout: 400 * ms, Breaker: &contract.Breaker{}})
		n := 0
		for range 30 {
			downstream.Do(within(t, time.Second), d, func(ctx context.Context) (string, error) {
				n++
				return "", &downstream.StatusError{Code: 500}
			})
		}
		if n != 20 {
			t.Errorf("%d calls left", n)
		}
	})
}

func TestHungProbeFailsAfterTwiceWhatItWasGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Breaker: &window})
		halfOpen(d)
		go downstream.Do(within(t, 100*ms), d, func(context.Context) (int, error) {
			time.Sleep(time.Minute)
			return 0, nil
		})
		time.Sleep(199 * ms)
		if s := d.Breaker().State(); s != breaker.HalfOpen {
			t.Errorf("too early: %v", s)
		}
		time.Sleep(ms)
		if s := d.Breaker().State(); s != breaker.Open {
			t.Errorf("%v", s)
		}
		time.Sleep(30 * time.Second)
		if s := d.Breaker().State(); s != breaker.HalfOpen {
			t.Errorf("%v", s)
		}
		time.Sleep(time.Minute) // the late success closes nothing
		if s := d.Breaker().State(); s != breaker.HalfOpen {
			t.Errorf("after a stale success: %v", s)
		}
	})
}

func TestEachAttemptHasItsTimeoutFromItsOwnStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms,
			Retry: &contract.Retry{Attempts: 3, Base: 1, Cap: time.Second, Idempotent: true}})
		n := 0
		downstream.Do(within(t, time.Second), d, func(ctx context.Context) (string, error) {
			n++
			end, _ := ctx.Deadline()
			// The last starts 800 ms after the first, and so has only what is left.
			if left, want := time.Until(end), map[int]time.Duration{1: 400 * ms, 2: 400 * ms, 3: 200 * ms}[n]; (left - want).Abs() > 10 {
				t.Errorf("attempt %d has %v, want %v", n, left, want)
			}
			return "", retry.After(errDown, 400*ms)
		})
		if n != 3 {
			t.Errorf("%d attempts", n)
		}
	})
}

func TestErrorMadeByATest(t *testing.T) {
	err := &downstream.Error{Name: "user", Status: record.Failed, Attempts: 2, Err: errDown}
	if !errors.Is(err, errDown) || err.Error() != "user: failed (2 attempts): down" || err.Timeout() {
		t.Errorf("%v", err)
	}
}

func TestCanceledInTheQueueWithRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("client gone")
		d := downstream.New("d", downstream.Config{Timeout: time.Second, MaxConcurrent: 1, MaxWait: time.Second,
			Retry: &contract.Retry{Attempts: 3, Idempotent: true}})
		go downstream.Do(t.Context(), d, takes(500*ms, "", nil))
		synctest.Wait()
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*ms, func() { cancel(gone) })
		_, err := downstream.Do(ctx, d, fails)
		wantError(t, err, record.Canceled, 0, gone)
		_, err = downstream.Do(within(t, time.Second), downstream.New("d", downstream.Config{Timeout: time.Second, Expected: 2 * time.Second,
			Retry: &contract.Retry{Attempts: 3, Idempotent: true}}), fails)
		wantError(t, err, record.Refused, 0, budget.ErrExhausted)
		time.Sleep(time.Second)
	})
}
