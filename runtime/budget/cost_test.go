package budget_test

import (
	"context"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

// paths are what a request pays for, and how many allocations each may cost.
var paths = []struct {
	name   string
	allocs float64
	run    func(ctx context.Context)
}{
	{"Start", 6, func(ctx context.Context) {
		_, cancel := budget.Start(ctx, 30*time.Minute, time.Minute)
		cancel()
	}},
	{"Within", 4, func(ctx context.Context) {
		_, cancel := budget.Within(ctx, time.Second)
		cancel()
	}},
	{"Within, time left first", 2, func(ctx context.Context) {
		_, cancel := budget.Within(ctx, 24*time.Hour)
		cancel()
	}},
	{"Remaining", 0, func(ctx context.Context) { budget.Remaining(ctx) }},
	{"Sleep refused", 0, func(ctx context.Context) { budget.Sleep(ctx, 24*time.Hour) }},
	{"Sleep of nothing", 0, func(ctx context.Context) { budget.Sleep(ctx, 0) }},
	{"Sleep", 3, func(ctx context.Context) { budget.Sleep(ctx, 1) }},
	{"Reply", 2, func(ctx context.Context) { budget.Reply(ctx) }},
}

func TestAllocations(t *testing.T) {
	for _, path := range paths {
		t.Run(path.name, func(t *testing.T) {
			ctx := start(t, t.Context(), time.Hour, time.Minute)
			if got := testing.AllocsPerRun(200, func() { path.run(ctx) }); got > path.allocs {
				t.Errorf("%v allocations, at most %v", got, path.allocs)
			}
		})
	}
}

func Benchmark(b *testing.B) {
	for _, path := range paths {
		b.Run(path.name, func(b *testing.B) {
			ctx, cancel := budget.Start(b.Context(), time.Hour, time.Minute)
			defer cancel()
			b.ReportAllocs()
			for b.Loop() {
				path.run(ctx)
			}
		})
	}
	b.Run("floor, WithDeadlineCause", func(b *testing.B) {
		ctx, cancel := budget.Start(b.Context(), time.Hour, time.Minute)
		defer cancel()
		b.ReportAllocs()
		for b.Loop() {
			_, cancel := context.WithDeadlineCause(ctx, time.Now().Add(time.Second), budget.ErrCallTimeout)
			cancel()
		}
	})
}
