package budget_test

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

const ms = time.Millisecond

// left is Remaining for a context that must have a deadline.
func left(t *testing.T, ctx context.Context) time.Duration {
	t.Helper()
	d, ok := budget.Remaining(ctx)
	if !ok {
		t.Fatal("the context has no deadline")
	}
	return d
}

// foreign is a context with a deadline that is not of this package; no deadline for zero.
func foreign(t *testing.T, d time.Duration) context.Context {
	if d == 0 {
		return t.Context()
	}
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func start(t *testing.T, ctx context.Context, total, margin time.Duration) context.Context {
	t.Helper()
	ctx, cancel := budget.Start(ctx, total, margin)
	t.Cleanup(cancel)
	return ctx
}

func TestErrorsAreDeadlines(t *testing.T) {
	for _, err := range []error{budget.ErrExhausted, budget.ErrCallTimeout} {
		var asNet net.Error
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &asNet) || !asNet.Timeout() || !os.IsTimeout(err) {
			t.Errorf("%v is not a deadline's error to others", err)
		}
		if errors.Is(err, context.Canceled) {
			t.Errorf("%v matches context.Canceled", err)
		}
	}
	if errors.Is(budget.ErrExhausted, budget.ErrCallTimeout) || errors.Is(budget.ErrCallTimeout, budget.ErrExhausted) {
		t.Error("the two errors match each other")
	}
}

func TestStartTakesTheMarginOnce(t *testing.T) {
	tests := []struct {
		name           string
		server         time.Duration // a foreign deadline; 0: none
		total, margin  time.Duration
		nested         []time.Duration // total, margin of a budget inside
		spend, replyIn time.Duration
	}{
		{"no deadline", 0, 2000 * ms, 300 * ms, nil, 1700 * ms, 2000 * ms},
		{"no margin", 0, 2000 * ms, 0, nil, 2000 * ms, 2000 * ms},
		{"foreign deadline later", 5000 * ms, 2000 * ms, 300 * ms, nil, 1700 * ms, 2000 * ms},
		{"foreign deadline earlier", 1000 * ms, 2000 * ms, 300 * ms, nil, 700 * ms, 1000 * ms},
		{"foreign deadline within the margin", 200 * ms, 2000 * ms, 300 * ms, nil, -100 * ms, 200 * ms},
		{"own budget earlier", 0, 2000 * ms, 300 * ms, []time.Duration{5000 * ms, 400 * ms}, 1700 * ms, 2000 * ms},
		{"own budget later", 0, 2000 * ms, 300 * ms, []time.Duration{1000 * ms, 100 * ms}, 900 * ms, 1000 * ms},
		{"own budget a little later", 0, 2000 * ms, 300 * ms, []time.Duration{1900 * ms, 100 * ms}, 1700 * ms, 1800 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := start(t, foreign(t, tt.server), tt.total, tt.margin)
				if tt.nested != nil {
					ctx = start(t, ctx, tt.nested[0], tt.nested[1])
				}
				if got := left(t, ctx); got != tt.spend {
					t.Errorf("to spend: %v, want %v", got, tt.spend)
				}
				if got := left(t, budget.Reply(ctx)); got != tt.replyIn {
					t.Errorf("to reply: %v, want %v", got, tt.replyIn)
				}
				<-ctx.Done()
				if got := context.Cause(ctx); got != budget.ErrExhausted {
					t.Errorf("cause %v, want ErrExhausted", got)
				}
			})
		})
	}
}

func TestStartWithinIsTheLeastOfOwnAndLeft(t *testing.T) {
	for _, tt := range []struct {
		name           string
		server         time.Duration // a foreign deadline; 0: none
		left           time.Duration
		total, margin  time.Duration
		spend, replyIn time.Duration
	}{
		{"less", 0, 400 * ms, 2000 * ms, 300 * ms, 340 * ms, 400 * ms},
		{"as much", 0, 2000 * ms, 2000 * ms, 300 * ms, 1700 * ms, 2000 * ms},
		{"more", 0, time.Hour, 2000 * ms, 300 * ms, 1700 * ms, 2000 * ms},
		{"the sender's deadline is the context's", 400 * ms, 400 * ms, 2000 * ms, 300 * ms, 340 * ms, 400 * ms},
		{"the server's is sooner", 200 * ms, 400 * ms, 2000 * ms, 300 * ms, 140 * ms, 200 * ms},
		{"rounded down", 0, 1, 2000 * ms, 300 * ms, 1, 1},
		{"nothing", 0, 0, 2000 * ms, 300 * ms, 1, 1},
		{"less than nothing", 0, -time.Hour, 2000 * ms, 300 * ms, 1, 1},
		{"large", 0, 90 * time.Minute, 3 * time.Hour, time.Hour, time.Hour, 90 * time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := budget.StartWithin(foreign(t, tt.server), tt.left, tt.total, tt.margin)
				defer cancel()
				if got := left(t, ctx); got != tt.spend {
					t.Errorf("to spend: %v, want %v", got, tt.spend)
				}
				if got := left(t, budget.Reply(ctx)); got != tt.replyIn {
					t.Errorf("to reply: %v, want %v", got, tt.replyIn)
				}
			})
		})
	}
	for _, margin := range []time.Duration{-1, 2000 * ms} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic on a margin of %v", margin)
				}
			}()
			budget.StartWithin(t.Context(), 400*ms, 2000*ms, margin)
		}()
	}
}

func TestStartUnderATimeoutInsideABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer := start(t, t.Context(), 2000*ms, 300*ms)
		mid, cancel := context.WithTimeout(outer, 500*ms)
		defer cancel()
		inner := start(t, mid, 1000*ms, 100*ms)
		if got := left(t, inner); got != 500*ms {
			t.Errorf("a second margin was taken: %v left, want 500ms", got)
		}
		if got := left(t, budget.Reply(inner)); got != 600*ms {
			t.Errorf("to reply: %v, want 600ms", got)
		}
	})
}

func TestStartTotalWithinMarginPanics(t *testing.T) {
	for _, tt := range []struct{ total, margin time.Duration }{{300 * ms, 300 * ms}, {200 * ms, 300 * ms}, {0, 0}, {-2, -3}, {10, -1}} {
		t.Run(tt.total.String()+" "+tt.margin.String(), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("Start(%v, %v) did not panic", tt.total, tt.margin)
				}
			}()
			_, cancel := budget.Start(t.Context(), tt.total, tt.margin)
			cancel()
		})
	}
}

func TestNilContextPanics(t *testing.T) {
	var none context.Context
	for name, f := range map[string]func(){
		"Start":     func() { budget.Start(none, 2, 1) },
		"Within":    func() { budget.Within(none, 1) },
		"Detach":    func() { budget.Detach(none, 1) },
		"Reply":     func() { budget.Reply(none) },
		"Remaining": func() { budget.Remaining(none) },
		"Sleep":     func() { budget.Sleep(none, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestWithinIsTheTimeoutOrTheTimeLeft(t *testing.T) {
	tests := []struct {
		name                  string
		spend, timeout, after time.Duration
		want                  error
	}{
		{"timeout first", 1000 * ms, 400 * ms, 400 * ms, budget.ErrCallTimeout},
		{"time left first", 300 * ms, 400 * ms, 300 * ms, budget.ErrExhausted},
		{"tie is the parent's", 400 * ms, 400 * ms, 400 * ms, budget.ErrExhausted},
		{"no time", 1000 * ms, 0, 0, budget.ErrCallTimeout},
		{"less than no time", 1000 * ms, -5 * ms, -5 * ms, budget.ErrCallTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := start(t, t.Context(), tt.spend, 0)
				call, cancel := budget.Within(ctx, tt.timeout)
				defer cancel()
				if got := left(t, call); got != tt.after {
					t.Errorf("%v left, want %v", got, tt.after)
				}
				<-call.Done()
				if got := context.Cause(call); got != tt.want || call.Err() != context.DeadlineExceeded {
					t.Errorf("cause %v, error %v, want cause %v", got, call.Err(), tt.want)
				}
			})
		})
	}
}

func TestWithinAlwaysReturnsItsOwnChild(t *testing.T) {
	ctx := start(t, t.Context(), time.Minute, 0)
	call, cancel := budget.Within(ctx, time.Hour)
	cancel()
	if call.Err() == nil || ctx.Err() != nil {
		t.Errorf("after cancel the call's context has %v and the parent's %v", call.Err(), ctx.Err())
	}
}

func TestWithinWithoutADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, ok := budget.Remaining(context.Background()); ok {
			t.Error("Remaining is ok without a deadline")
		}
		call, cancel := budget.Within(context.Background(), 400*ms)
		defer cancel()
		if got := left(t, call); got != 400*ms {
			t.Errorf("%v left, want the timeout alone", got)
		}
	})
}

type name struct{}

func TestDetachKeepsOnlyValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Start(context.WithValue(t.Context(), name{}, "ann"), 2000*ms, 300*ms)
		after, stop := budget.Detach(ctx, 500*ms)
		defer stop()
		cancel()
		if after.Err() != nil || after.Value(name{}) != "ann" {
			t.Errorf("error %v, value %v", after.Err(), after.Value(name{}))
		}
		if budget.Reply(after) != after {
			t.Error("Reply of a detached context is not itself")
		}
		if got := left(t, start(t, after, 2000*ms, 100*ms)); got != 400*ms {
			t.Errorf("Start under Detach: %v left, want its deadline less the margin", got)
		}
		<-after.Done()
		if got := context.Cause(after); got != budget.ErrCallTimeout {
			t.Errorf("cause %v", got)
		}
	})
}

func TestWithoutCancelLeavesTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := start(t, t.Context(), 2000*ms, 300*ms)
		free := context.WithoutCancel(ctx)
		if budget.Reply(free) != free {
			t.Error("Reply of a context without a deadline is not itself")
		}
		if got := left(t, start(t, free, 5000*ms, 100*ms)); got != 4900*ms {
			t.Errorf("%v left, want a new budget", got)
		}
	})
}

func TestSleep(t *testing.T) {
	gone := errors.New("client gone")
	tests := []struct {
		name     string
		spend, d time.Duration
		cancelAt time.Duration // 0: never
		took     time.Duration
		want     error
	}{
		{"fits", 100 * ms, 99 * ms, 0, 99 * ms, nil},
		{"the whole time left", 100 * ms, 100 * ms, 0, 0, budget.ErrExhausted},
		{"more than the time left", 100 * ms, 200 * ms, 0, 0, budget.ErrExhausted},
		{"canceled", 100 * ms, 90 * ms, 40 * ms, 40 * ms, gone},
		{"nothing", 100 * ms, 0, 0, 0, nil},
		{"less than nothing", 100 * ms, -1, 0, 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				ctx := start(t, client, tt.spend, 0)
				if tt.cancelAt > 0 {
					time.AfterFunc(tt.cancelAt, func() { cancel(gone) })
				}
				from := time.Now()
				err := budget.Sleep(ctx, tt.d)
				if err != tt.want || time.Since(from) != tt.took {
					t.Errorf("%v after %v, want %v after %v", err, time.Since(from), tt.want, tt.took)
				}
			})
		})
	}
}

func TestSleepWhenTheTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := start(t, t.Context(), 100*ms, 0)
		<-ctx.Done()
		for _, d := range []time.Duration{-ms, 0, ms} {
			if err := budget.Sleep(ctx, d); err != budget.ErrExhausted {
				t.Errorf("Sleep(%v) = %v", d, err)
			}
		}
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		if err := budget.Sleep(canceled, 0); err != context.Canceled {
			t.Errorf("canceled: %v", err)
		}
		if err := budget.Sleep(t.Context(), time.Hour); err != nil {
			t.Errorf("no deadline: %v", err)
		}
	})
}

func TestNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx := start(t, t.Context(), time.Hour, time.Minute)
	for range 50 {
		call, cancel := budget.Within(ctx, time.Minute)
		defer cancel()
		inner, cancel := budget.Start(call, time.Minute, time.Second)
		defer cancel()
		child, cancel := context.WithCancel(context.WithValue(budget.Reply(inner), name{}, 1))
		defer cancel()
		late, cancel := budget.Detach(child, time.Minute)
		defer cancel()
		_ = late
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
}
