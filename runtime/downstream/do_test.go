package downstream_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/record"
)

const ms = time.Millisecond

var errDown = errors.New("down")

// log keeps records.
type log struct {
	mu    sync.Mutex
	calls []record.Call
}

func (l *log) Observe(_ context.Context, c record.Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, c)
}

// one returns the only record, and forgets it.
func (l *log) one(t *testing.T) record.Call {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.calls) != 1 {
		t.Fatalf("%d records, want 1: %+v", len(l.calls), l.calls)
	}
	c := l.calls[0]
	l.calls = nil
	return c
}

// all returns the records so far, in order.
func (l *log) all() []record.Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.calls)
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// takes is a callee that heeds its context.
func takes(d time.Duration, v string, err error) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return v, err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func fails(context.Context) (string, error) { return "", errDown }

var window = contract.Breaker{MinimumRequests: 1000, OpenDuration: 10 * time.Second, HalfOpenProbeCount: 1}

// counts is what the breaker counted.
func counts(d *downstream.Downstream) [2]int {
	s := d.Snapshot().Breaker
	return [2]int{s.Successes, s.Failures}
}

// halfOpen lets the next calls be probes.
func halfOpen(d *downstream.Downstream) {
	d.Breaker().Force(breaker.Open, true)
	time.Sleep(ms) // it is open for a moment at least
	d.Breaker().Force(breaker.Open, false)
}

func wantError(t *testing.T, err error, status record.Status, attempts int, chain ...error) {
	t.Helper()
	e, ok := err.(*downstream.Error)
	if !ok {
		t.Fatalf("%T %v, want a *downstream.Error", err, err)
	}
	if e.Status != status || e.Attempts != attempts || !slices.Equal(e.Unwrap(), chain) || e.Err != chain[0] {
		t.Errorf("%v (%v, %d attempts, %v, Err %v)\nwant %v, %d attempts, %v", e, e.Status, e.Attempts, e.Unwrap(), e.Err, status, attempts, chain)
	}
}

func TestTimeoutOfAnAttempt(t *testing.T) {
	for _, c := range []struct {
		name                string
		left, timeout, want time.Duration
	}{
		{"its own", 900 * ms, 400 * ms, 400 * ms},
		{"the time left", 300 * ms, 400 * ms, 300 * ms},
		{"a tie", 400 * ms, 400 * ms, 400 * ms},
		{"no deadline", 0, 400 * ms, 400 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if c.left > 0 {
					ctx = within(t, c.left)
				}
				var l log
				d := downstream.New("user", downstream.Config{Timeout: c.timeout, Observer: &l})
				start := time.Now()
				_, err := downstream.Do(ctx, d, func(ctx context.Context) (int, error) {
					if end, ok := ctx.Deadline(); !ok || end.Sub(start) != c.want {
						t.Errorf("ends after %v, want %v", end.Sub(start), c.want)
					}
					<-ctx.Done()
					return 0, ctx.Err()
				})
				if took := time.Since(start); took != c.want {
					t.Errorf("took %v, want %v", took, c.want)
				}
				why := budget.ErrCallTimeout
				if c.left > 0 && c.left <= c.timeout {
					why = budget.ErrExhausted
				}
				wantError(t, err, record.Timeout, 1, context.DeadlineExceeded, why)
				r := l.one(t)
				if r.Timeout != c.want || r.Took != c.want || r.NoDeadline != (c.left == 0) || r.Status != record.Timeout {
					t.Errorf("record %+v", r)
				}
			})
		})
	}
}

func TestTheParentsContextIsUsedWhereItEndsFirst(t *testing.T) {
	ctx := within(t, time.Minute)
	d := downstream.New("user", downstream.Config{Timeout: time.Hour})
	downstream.Do(ctx, d, func(inner context.Context) (int, error) {
		if inner != ctx {
			t.Error("a child context was made")
		}
		return 0, nil
	})
}

func TestStart(t *testing.T) {
	for _, c := range []struct {
		name           string
		left, expected time.Duration
		starts         bool
	}{
		{"none left", 0, 0, false},
		{"less than none", -1, 0, false},
		{"some left", 1, 0, true},
		{"less than expected", 99 * ms, 100 * ms, false},
		{"as expected", 100 * ms, 100 * ms, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				ctx := within(t, c.left)
				d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Expected: c.expected, Observer: &l, Breaker: &window})
				started := false
				f := func(context.Context) (string, error) { started = true; return "v", nil }
				v, err := downstream.Do(ctx, d, f)
				if started != c.starts {
					t.Fatalf("started: %t", started)
				}
				r := l.one(t)
				if c.starts {
					if v != "v" || err != nil || r.Status != record.OK || r.Attempts != 1 {
						t.Errorf("%q %v %+v", v, err, r)
					}
					return
				}
				wantError(t, err, record.Refused, 0, budget.ErrExhausted)
				if !errors.Is(err, context.DeadlineExceeded) || !err.(*downstream.Error).Timeout() {
					t.Errorf("%v is no timeout", err)
				}
				if r.Status != record.Refused || r.Attempts != 0 || r.Timeout != 0 || r.Err != err {
					t.Errorf("record %+v", r)
				}
				v, degraded, err := downstream.DoOr(ctx, d, f, fallback.Value("none"))
				if started || v != "none" || !degraded || err != nil {
					t.Errorf("degradable: %q %t %v", v, degraded, err)
				}
				if r := l.one(t); !r.Degraded || r.Status != record.Refused {
					t.Errorf("record %+v", r)
				}
				if got := counts(d); got != [2]int{} {
					t.Errorf("in the window: %v", got)
				}
			})
		})
	}
}

func TestParentsDeadlineInAnAttempt(t *testing.T) {
	for _, c := range []struct {
		name           string
		left, expected time.Duration
		failures       int
	}{
		{"it had what is expected", 100 * ms, 100 * ms, 1},
		{"it had its whole timeout", 400 * ms, 0, 1},
		{"it had less than its timeout", 399 * ms, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Expected: c.expected, Breaker: &window})
				_, err := downstream.Do(within(t, c.left), d, takes(time.Hour, "", nil))
				wantError(t, err, record.Timeout, 1, context.DeadlineExceeded, budget.ErrExhausted)
				if got := counts(d); got != [2]int{0, c.failures} {
					t.Errorf("successes, failures: %v", got)
				}
			})
		})
	}
}

func TestOwnTimeoutIsAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Breaker: &window})
		downstream.Do(within(t, time.Second), d, takes(time.Hour, "", nil))
		if got := counts(d); got != [2]int{0, 1} {
			t.Errorf("successes, failures: %v", got)
		}
		// What package net returns at a deadline, maybe before the context's own timer has run.
		_, err := downstream.Do(within(t, time.Second), d, func(context.Context) (int, error) {
			time.Sleep(400 * ms)
			return 0, &timeout{}
		})
		if e := err.(*downstream.Error); e.Status != record.Timeout || !errors.Is(err, budget.ErrCallTimeout) {
			t.Errorf("%v", err)
		}
	})
}

type timeout struct{ error }

func (*timeout) Error() string { return "i/o timeout" }
func (*timeout) Timeout() bool { return true }

func TestParentCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("client gone")
		var l log
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Breaker: &window, Observer: &l, MaxConcurrent: 1})
		halfOpen(d)
		ctx, cancel := context.WithCancelCause(within(t, time.Second))
		time.AfterFunc(50*ms, func() { cancel(gone) })
		start := time.Now()
		_, err := downstream.Do(ctx, d, takes(time.Hour, "", nil))
		if took := time.Since(start); took != 50*ms {
			t.Errorf("the callee heard of it after %v", took)
		}
		wantError(t, err, record.Canceled, 1, context.Canceled, gone)
		if r := l.one(t); r.Status != record.Canceled {
			t.Errorf("record %+v", r)
		}
		s := d.Snapshot()
		if s.Breaker.State != breaker.HalfOpen || s.Breaker.Probes != 0 || s.Breaker.Failures != 0 || s.Places != 0 {
			t.Errorf("%+v", s)
		}
		if _, err := downstream.Do(ctx, d, fails); err == nil {
			t.Error("a call for a client that is gone")
		} else {
			wantError(t, err, record.Canceled, 0, gone)
		}
		l.one(t)
		if v, err := downstream.Do(within(t, time.Second), d, takes(1, "v", nil)); v != "v" || err != nil {
			t.Errorf("the half-open slot is not free: %v", err)
		}
	})
}

func TestCanceledWhileTheParentLivesIsAFailure(t *testing.T) {
	d := downstream.New("d", downstream.Config{Timeout: time.Minute, Breaker: &window})
	_, err := downstream.Do(t.Context(), d, func(context.Context) (int, error) { return 0, context.Canceled })
	wantError(t, err, record.Failed, 1, context.Canceled)
	if got := counts(d); got != [2]int{0, 1} {
		t.Errorf("successes, failures: %v", got)
	}
}
