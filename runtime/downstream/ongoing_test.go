package downstream_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// opens keeps the context of what Begin opened.
func opens(given *context.Context) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { *given = ctx; return "v", nil }
}

func TestBeginEnds(t *testing.T) {
	own, parents := time.Minute, 300*ms // deadlines of the request
	for _, c := range []struct {
		name   string
		left   time.Duration
		end    func(o *downstream.Ongoing, cancel func()) error
		status record.Status
		took   time.Duration
		counts [2]int
		chain  []error
	}{
		{"well", own, func(o *downstream.Ongoing, _ func()) error { time.Sleep(50 * ms); return o.End(nil) },
			record.OK, 50 * ms, [2]int{1, 0}, nil},
		{"with an error", own, func(o *downstream.Ongoing, _ func()) error { time.Sleep(50 * ms); return o.End(errDown) },
			record.Failed, 50 * ms, [2]int{0, 1}, []error{errDown}},
		{"with an error of no account", own, func(o *downstream.Ongoing, _ func()) error { return o.End(budget.ErrExhausted) },
			record.Failed, 0, [2]int{0, 0}, []error{budget.ErrExhausted}},
		{"Answered is no end", own, func(o *downstream.Ongoing, _ func()) error { o.Answered(); time.Sleep(50 * ms); return o.End(errDown) },
			record.Failed, 50 * ms, [2]int{0, 1}, []error{errDown}},
		{"after its timeout", own, func(o *downstream.Ongoing, _ func()) error { time.Sleep(time.Second); return o.End(nil) },
			record.Timeout, 400 * ms, [2]int{0, 1}, []error{context.DeadlineExceeded, budget.ErrCallTimeout}},
		{"after the request's time", parents, func(o *downstream.Ongoing, _ func()) error { time.Sleep(time.Second); return o.End(errDown) },
			record.Timeout, 300 * ms, [2]int{0, 0}, []error{context.DeadlineExceeded, budget.ErrExhausted}},
		{"as the client leaves", own, func(o *downstream.Ongoing, cancel func()) error {
			time.AfterFunc(30*ms, cancel)
			time.Sleep(50 * ms)
			return o.End(errDown)
		}, record.Canceled, 30 * ms, [2]int{0, 0}, []error{context.Canceled, context.Canceled}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("feed", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l})
				ctx, cancel := context.WithCancel(within(t, c.left))
				defer cancel()
				var given context.Context
				v, o, err := downstream.Begin(ctx, d, opens(&given))
				if v != "v" || err != nil {
					t.Fatal(v, err)
				}
				if s := d.Snapshot(); s.Places != 1 || s.Running != 1 || given.Err() != nil || len(l.all()) != 0 {
					t.Errorf("over as soon as begun: %+v, %v", s, given.Err())
				}
				err = c.end(o, cancel)
				if c.status == record.OK {
					if err != nil {
						t.Errorf("End says %v", err)
					}
				} else {
					wantError(t, err, c.status, 1, c.chain...)
				}
				r := l.one(t)
				if r.Status != c.status || r.Took != c.took || r.Err != err {
					t.Errorf("record %+v, End says %v", r, err)
				}
				if s := d.Snapshot(); s.Places != 0 || s.Running != 0 || counts(d) != c.counts {
					t.Errorf("%+v", s)
				}
				if own := c.left > 400*ms; own && given.Err() == nil {
					t.Error("what it opened is left with a living context")
				}
				if again := o.End(errDown); again != err || len(l.all()) != 0 {
					t.Errorf("the second End says %v, %d records", again, len(l.all()))
				}
			})
		})
	}
}

func TestBeginWithStreamEndsWhereItIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("feed", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l})
		begin := func() (*downstream.Ongoing, context.Context) {
			var given context.Context
			_, o, err := downstream.Begin(downstream.WithStream(within(t, time.Minute)), d, opens(&given))
			if err != nil {
				t.Fatal(err)
			}
			return o, given
		}
		o, given := begin()
		time.Sleep(100 * ms)
		o.Answered()
		if r := l.one(t); r.Status != record.OK || r.Took != 100*ms || d.Snapshot().Places != 0 || counts(d) != [2]int{1, 0} {
			t.Errorf("record %+v, %+v", r, d.Snapshot())
		}
		time.Sleep(10 * time.Second)
		o.Answered()
		if given.Err() != nil {
			t.Error("the timeout ended what was answered in time")
		}
		if err := o.End(errDown); err != nil || given.Err() == nil || len(l.all()) != 0 {
			t.Errorf("End says %v, the context %v; %d records", err, given.Err(), len(l.all()))
		}

		o, given = begin()
		time.Sleep(500 * ms)
		o.Answered()
		if r := l.one(t); r.Status != record.Timeout || r.Took != 400*ms || given.Err() == nil {
			t.Errorf("answered late: record %+v", r)
		}
		wantError(t, o.End(nil), record.Timeout, 1, context.DeadlineExceeded, budget.ErrCallTimeout)

		o, given = begin()
		wantError(t, o.End(errDown), record.Failed, 1, errDown)
		if r := l.one(t); r.Status != record.Failed || given.Err() == nil || d.Snapshot().Places != 0 {
			t.Errorf("never answered: record %+v", r)
		}
	})
}

func TestBeginThatFailsIsDo(t *testing.T) {
	for _, c := range []struct {
		name     string
		ctx      func(*testing.T) context.Context
		retry    contract.Retry
		fails    int
		status   record.Status
		attempts int
	}{
		{"once", (*testing.T).Context, contract.Retry{}, 9, record.Failed, 1},
		{"repeated until it opens", (*testing.T).Context, contract.Retry{Attempts: 3, Base: 1, Idempotent: true}, 2, record.OK, 3},
		{"repeated in vain", (*testing.T).Context, contract.Retry{Attempts: 3, Base: 1, Idempotent: true}, 9, record.Failed, 3},
		{"not idempotent", (*testing.T).Context, contract.Retry{Attempts: 3, Base: 1}, 9, record.Failed, 1},
		{"a stream is not repeated", func(t *testing.T) context.Context { return downstream.WithStream(t.Context()) },
			contract.Retry{Attempts: 3, Base: 1, Idempotent: true}, 9, record.Failed, 1},
		{"no time left", func(t *testing.T) context.Context { return within(t, -1) },
			contract.Retry{Attempts: 3, Base: 1, Idempotent: true}, 9, record.Refused, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("feed", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l, Retry: &c.retry})
				n := 0
				v, o, err := downstream.Begin(c.ctx(t), d, func(context.Context) (string, error) {
					if n++; n <= c.fails {
						return "half", errDown
					}
					return "v", nil
				})
				if c.status == record.OK {
					if v != "v" || err != nil || o.End(nil) != nil {
						t.Errorf("%q %v", v, err)
					}
				} else {
					cause := errDown
					if c.attempts == 0 {
						cause = budget.ErrExhausted
					}
					wantError(t, err, c.status, c.attempts, cause)
					if v != "" || o != nil {
						t.Errorf("%q, %v beside an error", v, o)
					}
				}
				if r := l.one(t); r.Status != c.status || r.Attempts != c.attempts || n != c.attempts || d.Snapshot().Running+d.Snapshot().Places != 0 {
					t.Errorf("%d opened, record %+v, %+v", n, r, d.Snapshot())
				}
			})
		})
	}
}

func TestBeginOpenBreaker(t *testing.T) {
	var l log
	d := downstream.New("feed", downstream.Config{Timeout: 400 * ms, Breaker: &window, Observer: &l})
	d.Breaker().Force(breaker.Open, true)
	_, _, err := downstream.Begin(t.Context(), d, func(context.Context) (string, error) {
		t.Error("opened")
		return "", nil
	})
	wantError(t, err, record.Open, 0, breaker.ErrOpen)
	l.one(t)
}

func TestBeginPanic(t *testing.T) {
	for _, ctx := range []context.Context{t.Context(), downstream.WithStream(t.Context())} {
		var l log
		var given context.Context
		d := downstream.New("feed", downstream.Config{Timeout: time.Minute, MaxConcurrent: 1, Breaker: &window, Observer: &l})
		func() {
			defer func() {
				if v := recover(); v != "bug" {
					t.Errorf("recovered %v", v)
				}
			}()
			downstream.Begin(ctx, d, func(ctx context.Context) (string, error) { given = ctx; panic("bug") })
		}()
		if r := l.one(t); !r.Panicked || d.Snapshot().Places+d.Snapshot().Running != 0 || counts(d) != [2]int{0, 1} || given.Err() == nil {
			t.Errorf("record %+v, %+v, %v", r, d.Snapshot(), given.Err())
		}
	}
	// In what judges the error: the place is not lost, and the next End does not hang.
	d := downstream.New("feed", downstream.Config{Timeout: time.Minute, MaxConcurrent: 1, Classify: func(error) breaker.Outcome { panic("bug") }})
	_, o, _ := downstream.Begin(t.Context(), d, func(context.Context) (string, error) { return "v", nil })
	func() {
		defer func() { recover() }()
		o.End(errDown)
	}()
	if err := o.End(nil); err == nil || d.Snapshot().Places != 0 {
		t.Errorf("%v, %+v", err, d.Snapshot())
	}
}

func TestBeginEndedFromEverywhere(t *testing.T) {
	for range 100 {
		var l log
		d := downstream.New("feed", downstream.Config{Timeout: time.Minute, MaxConcurrent: 1, Observer: &l})
		ctx, cancel := context.WithCancel(t.Context())
		_, o, err := downstream.Begin(ctx, d, func(context.Context) (string, error) { return "v", nil })
		if err != nil {
			t.Fatal(err)
		}
		errs := make([]error, 3)
		var all sync.WaitGroup
		for i, f := range []func() error{func() error { return o.End(nil) }, func() error { return o.End(errDown) },
			func() error { cancel(); return o.End(errDown) }} {
			all.Go(func() { errs[i] = f() })
		}
		all.Wait()
		for d.Snapshot().Places > 0 || len(l.all()) == 0 {
			time.Sleep(10 * time.Microsecond) // cancel's End may still be at it
		}
		r := l.one(t)
		for _, err := range errs {
			if !errors.Is(err, r.Err) || (err == nil) != (r.Status == record.OK) {
				t.Errorf("End says %v, the record %+v", err, r)
			}
		}
	}
}

func TestTraceIDIsThatOfTheRecords(t *testing.T) {
	var l log
	span := func(context.Context) string { return "span" }
	ctx := record.WithTraceID(t.Context(), "abc")
	for want, source := range map[string]record.TraceSource{"abc": nil, "span": span} {
		d := downstream.New("stock", downstream.Config{Timeout: time.Second, Observer: &l, TraceID: source})
		downstream.Do(ctx, d, fails)
		if r := l.one(t); d.TraceID(ctx) != want || r.TraceID != want {
			t.Errorf("%q, record %q, want %q", d.TraceID(ctx), r.TraceID, want)
		}
	}
}
