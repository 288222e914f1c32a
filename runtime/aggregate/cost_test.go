package aggregate_test

import (
	"context"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

// page answers out of five downstreams, each with a breaker and a timeout of its own.
func page(ctx context.Context, parts []*downstream.Downstream) (n int, err error) {
	g := aggregate.New(ctx)
	var results [5]*aggregate.Result[int]
	for i, d := range parts {
		f := func(context.Context) (int, error) { return i, nil }
		if d.Core() {
			results[i] = aggregate.Require(g, d, f)
		} else {
			results[i] = aggregate.Prefer(g, d, f, fallback.Value(-1))
		}
	}
	err = g.Wait()
	for _, r := range results {
		n += r.Value()
	}
	return n, err
}

func five() (parts []*downstream.Downstream) {
	for i, name := range []string{"user", "orders", "stock", "recommend", "notify"} {
		parts = append(parts, downstream.New(name, downstream.Config{
			Timeout: 400 * time.Millisecond, Core: i < 2, Degradable: i >= 2, Breaker: &contract.Breaker{},
		}))
	}
	return parts
}

func TestGroupOfFiveAllocates(t *testing.T) {
	const most = 52
	ctx, cancel := budget.Start(t.Context(), time.Minute, time.Second)
	defer cancel()
	parts := five()
	if n := testing.AllocsPerRun(50, func() {
		if n, err := page(ctx, parts); n != 10 || err != nil {
			t.Fatal(n, err)
		}
	}); n > most {
		t.Errorf("%v allocations, want at most %d", n, most)
	}
}

func BenchmarkGroupOfFive(b *testing.B) {
	b.ReportAllocs()
	ctx, cancel := budget.Start(b.Context(), time.Hour, time.Second)
	defer cancel()
	parts := five()
	for b.Loop() {
		page(ctx, parts)
	}
}
