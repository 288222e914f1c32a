package downstream_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		c := downstream.Config{Timeout: 400 * ms, SlowAfter: 100 * ms, Breaker: &window, Observer: &l,
			Retry: &contract.Retry{Attempts: 3, Idempotent: true}}
		d := downstream.New("d", c)
		for _, x := range []struct {
			takes time.Duration
			slow  bool
			want  [2]int
		}{{100 * ms, false, [2]int{1, 0}}, {101 * ms, true, [2]int{1, 1}}} {
			v, err := downstream.Do(t.Context(), d, takes(x.takes, "v", nil))
			if v != "v" || err != nil {
				t.Errorf("%q %v", v, err)
			}
			if r := l.one(t); r.Slow != x.slow || r.Status != record.OK || r.Attempts != 1 {
				t.Errorf("record %+v", r)
			}
			if got := counts(d); got != x.want {
				t.Errorf("after %v: successes, failures: %v", x.takes, got)
			}
		}
		halfOpen(d)
		downstream.Do(t.Context(), d, takes(200*ms, "v", nil))
		if s := d.Breaker().State(); s != breaker.Open {
			t.Errorf("after a slow probe: %v", s)
		}
		c.SlowAfter = 0
		d = downstream.New("d", c)
		l.calls = nil
		downstream.Do(t.Context(), d, takes(399*ms, "v", nil))
		if r := l.one(t); r.Slow {
			t.Error("slow although unset")
		}
	})
}

func TestPanicInTheCallee(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(context.Context) (int, error)
	}{
		{"panic", func(context.Context) (int, error) { panic("bug") }},
		{"goexit", func(context.Context) (int, error) { runtime.Goexit(); return 0, nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Breaker: &window, MaxConcurrent: 1, Observer: &l,
					Retry: &contract.Retry{Attempts: 3, Idempotent: true}})
				var inner context.Context
				ended := make(chan any)
				go func() {
					defer func() { ended <- recover() }()
					downstream.Do(t.Context(), d, func(ctx context.Context) (int, error) {
						inner = ctx
						return c.f(ctx)
					})
				}()
				if v := <-ended; (v == "bug") != (c.name == "panic") {
					t.Errorf("recovered %v", v)
				}
				s := d.Snapshot()
				if s.Places != 0 || s.Running != 0 || s.Breaker.Failures != 1 || inner.Err() == nil {
					t.Errorf("%+v, the context's %v", s, inner.Err())
				}
				if r := l.one(t); !r.Panicked || r.Status != record.Failed || r.Attempts != 1 || r.Err == nil {
					t.Errorf("record %+v", r)
				}
			})
		})
	}
}

func TestNilContextPanics(t *testing.T) {
	defer func() {
		if v := recover(); v != "cannot create context from nil parent" {
			t.Errorf("recovered %v", v)
		}
	}()
	var none context.Context
	downstream.Do(none, downstream.New("d", downstream.Config{Timeout: ms}), fails)
}

func TestDoWaitsForADeafCallee(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms})
		start := time.Now()
		_, err := downstream.Do(within(t, time.Second), d, func(context.Context) (int, error) {
			time.Sleep(3 * time.Second)
			return 0, errDown
		})
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
		wantError(t, err, record.Timeout, 1, errDown, budget.ErrCallTimeout)
	})
}

func TestCoreAndDegradable(t *testing.T) {
	panics := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", what)
			}
		}()
		f()
	}
	core := downstream.New("user", downstream.Config{Timeout: ms, Core: true})
	panics("DoOr on core", func() { downstream.DoOr(t.Context(), core, fails, fallback.Value("")) })
	panics("both", func() { downstream.New("d", downstream.Config{Timeout: ms, Core: true, Degradable: true}) })
	panics("no timeout", func() { downstream.New("d", downstream.Config{}) })
}

func TestDoOr(t *testing.T) {
	var l log
	d := downstream.New("d", downstream.Config{Timeout: time.Second, Observer: &l})
	store := fallback.NewMemory[int, string](1)
	stale := fallback.Stale(store, 7, time.Hour)
	for _, c := range []struct {
		name     string
		f        func(context.Context) (string, error)
		fb       fallback.Fallback[string]
		v        string
		degraded bool
		fails    bool
	}{
		{"no fallback", fails, fallback.Fallback[string]{}, "", false, true},
		{"value", fails, fallback.Value("none"), "none", true, false},
		{"nothing stale", fails, stale, "", false, true},
		{"success", takes(0, "v", nil), stale, "v", false, false},
		{"stale", fails, stale, "v", true, false},
		{"func", fails, fallback.Func(0, func(_ context.Context, cause error) (string, bool) {
			return "computed", errors.Is(cause, errDown)
		}), "computed", true, false},
	} {
		v, degraded, err := downstream.DoOr(t.Context(), d, c.f, c.fb)
		if v != c.v || degraded != c.degraded || (err != nil) != c.fails {
			t.Errorf("%s: %q %t %v", c.name, v, degraded, err)
		}
		if err != nil {
			wantError(t, err, record.Failed, 1, errDown)
		}
		r := l.one(t)
		if r.Degraded != c.degraded || (r.Err == nil) != (r.Status == record.OK) {
			t.Errorf("%s: record %+v", c.name, r)
		}
	}
}

func TestRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &downstream.Downstream{}
		var got record.Call
		d = downstream.New("user", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window,
			Observer: record.ObserverFunc(func(_ context.Context, c record.Call) {
				if s := d.Snapshot(); s.Places != 0 || s.Running != 0 || s.Breaker.Successes != 1 {
					t.Errorf("not released: %+v", s)
				}
				got = c
			})})
		ctx := record.WithTraceID(within(t, time.Second), "t1")
		start := time.Now()
		downstream.Do(ctx, d, takes(30*ms, "v", nil))
		want := record.Call{Name: "user", TraceID: "t1", Status: record.OK, Start: start, Took: 30 * ms, Timeout: 400 * ms, Attempts: 1}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant %+v", got, want)
		}
		broken := downstream.New("d", downstream.Config{Timeout: ms,
			Observer: record.ObserverFunc(func(context.Context, record.Call) { panic("observer") })})
		defer func() {
			if v := recover(); v != "observer" {
				t.Errorf("recovered %v", v)
			}
		}()
		downstream.Do(ctx, broken, fails)
	})
}

func TestAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("d", downstream.Config{Timeout: time.Hour, MaxConcurrent: 1, Observer: &l})
		var k downstream.Task
		k.Init(within(t, time.Second), d, true)
		go downstream.DoTask(&k, func(context.Context) (int, error) {
			time.Sleep(3 * time.Second)
			return 0, nil
		})
		time.Sleep(time.Second)
		if !k.Abandon() || k.Abandon() {
			t.Error("not abandoned once")
		}
		if r := l.one(t); r.Status != record.Abandoned || r.Took != time.Second || r.Attempts != 1 || !r.Degraded || r.Err == nil {
			t.Errorf("record %+v", r)
		}
		if s := d.Snapshot(); s.Places != 1 || s.Abandoned != 1 {
			t.Errorf("%+v", s)
		}
		time.Sleep(3 * time.Second)
		if s := d.Snapshot(); s.Places != 0 || s.Abandoned != 0 || len(l.all()) != 0 {
			t.Errorf("%+v, %d records", s, len(l.all()))
		}
	})
}

// On a busy machine a group can be over before the goroutine of a call has run at all. That call ignored nothing.
func TestAbandonedBeforeItBegan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("d", downstream.Config{Timeout: time.Second, Observer: &l})
		gone := errors.New("the client left")
		canceled, cancel := context.WithCancelCause(within(t, time.Second))
		cancel(gone)
		over := within(t, 0)
		for _, tt := range []struct {
			ctx    context.Context
			status record.Status
			err    error
		}{{canceled, record.Canceled, gone}, {over, record.Refused, budget.ErrExhausted}} {
			var k downstream.Task
			k.Init(tt.ctx, d, true)
			if !k.Abandon() {
				t.Error("not abandoned")
			}
			if r := l.one(t); r.Status != tt.status || r.Attempts != 0 || !r.Degraded || !errors.Is(r.Err, tt.err) {
				t.Errorf("record %+v, want %v", r, tt.status)
			}
			_, err := downstream.DoTask(&k, func(context.Context) (int, error) {
				t.Error("it was called")
				return 0, nil
			})
			wantError(t, err, tt.status, 0, tt.err)
			if s := d.Snapshot(); s.Abandoned != 0 || len(l.all()) != 0 {
				t.Errorf("then %+v, and %d records more", s, len(l.all()))
			}
		}
	})
}

func TestPriorityIsTheRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: time.Second, MaxConcurrent: 4, Priority: pool.Low})
		for range 3 {
			go downstream.Do(t.Context(), d, takes(500*ms, "", nil))
		}
		synctest.Wait()
		_, err := downstream.Do(t.Context(), d, takes(0, "", nil))
		wantError(t, err, record.Full, 0, pool.ErrFull)
		if _, err := downstream.Do(pool.WithPriority(t.Context(), pool.Normal), d, takes(0, "", nil)); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
	})
}
