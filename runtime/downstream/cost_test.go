package downstream

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

// The goals are those of the cost table. The closures capture, so that one that escapes shows.
func TestAllocations(t *testing.T) {
	later, cancel := budget.Start(t.Context(), time.Hour, time.Minute)
	defer cancel()
	sooner, cancel := budget.Start(t.Context(), time.Minute, time.Second)
	defer cancel()
	over, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	open := New("open", Config{Timeout: 10 * time.Minute, Breaker: &contract.Breaker{MinimumRequests: 1, OpenDuration: time.Hour}})
	Do(sooner, open, func(context.Context) (int, error) { return 0, errors.New("down") })
	again := &contract.Retry{Attempts: 3, Idempotent: true}
	full := Config{Timeout: 10 * time.Minute, MaxConcurrent: 4, Breaker: &contract.Breaker{}}
	withRetry := full
	withRetry.Retry = again
	for _, c := range []struct {
		name string
		ctx  context.Context
		d    *Downstream
		want float64
	}{
		{"the parent's deadline binds", sooner, New("d", full), 1},
		{"the same, with retries", sooner, New("d", withRetry), 1},
		{"a child of its own", later, New("d", full), 5},
		{"refused", over, New("d", full), 0},
		{"open", sooner, open, 0},
	} {
		n, sum := 3, 0
		if got := testing.AllocsPerRun(200, func() {
			v, _ := Do(c.ctx, c.d, func(ctx context.Context) (int, error) { return n, ctx.Err() })
			sum += v
		}); got > c.want {
			t.Errorf("Do, %s: %v allocations, want at most %v", c.name, got, c.want)
		}
		if got := testing.AllocsPerRun(200, func() {
			v, _, _ := DoOr(c.ctx, c.d, func(ctx context.Context) (int, error) { return n, ctx.Err() }, fallback.Value(n))
			sum += v
		}); got > c.want {
			t.Errorf("DoOr with Value, %s: %v allocations, want at most %v", c.name, got, c.want)
		}
		if c.want == 0 {
			continue // Func gets the context of budget.Reply, which is made then
		}
		if got := testing.AllocsPerRun(200, func() {
			v, _, _ := DoOr(c.ctx, c.d, func(ctx context.Context) (int, error) { return n, ctx.Err() },
				fallback.Func(0, func(context.Context, error) (int, bool) { return n, true }))
			sum += v
		}); got > c.want {
			t.Errorf("DoOr with Func, %s: %v allocations, want at most %v", c.name, got, c.want)
		}
	}
}

func BenchmarkDo(b *testing.B) {
	later, cancel := budget.Start(b.Context(), time.Hour, time.Minute)
	defer cancel()
	over, cancel := context.WithTimeout(b.Context(), -1)
	defer cancel()
	long := New("d", Config{Timeout: 2 * time.Hour, Breaker: &contract.Breaker{}})
	short := New("d", Config{Timeout: 10 * time.Minute, Breaker: &contract.Breaker{}})
	n := 3
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"parent", func() { Do(later, long, func(context.Context) (int, error) { return n, nil }) }},
		{"child", func() { Do(later, short, func(context.Context) (int, error) { return n, nil }) }},
		{"refused", func() {
			DoOr(over, long, func(context.Context) (int, error) { return n, nil }, fallback.Value(n))
		}},
		// What the three are to be compared with.
		{"floor/breaker", func() {
			t, _ := long.Breaker().Allow(time.Second)
			t.Done(breaker.Success)
		}},
		{"floor/child", func() {
			_, cancel := context.WithDeadlineCause(later, time.Now().Add(10*time.Minute), budget.ErrCallTimeout)
			cancel()
		}},
		{"floor/clock", func() { time.Now() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.f()
			}
		})
	}
}
