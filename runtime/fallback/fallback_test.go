package fallback

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

var errDown = errors.New("down")

func TestZeroYieldsNothing(t *testing.T) {
	var f Fallback[int]
	if v, ok := f.Get(t.Context(), errDown); v != 0 || ok {
		t.Errorf("got %v, %v", v, ok)
	}
	f.Keep(1, time.Now())
}

func TestValueYieldsItself(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v, ok := Value("").Get(ctx, errDown); v != "" || !ok { // an empty value is a value
		t.Errorf("got %q, %v", v, ok)
	}
	if v, ok := Value[[]int](nil).Get(ctx, errDown); v != nil || !ok {
		t.Errorf("got %v, %v", v, ok)
	}
}

func TestValueAllocatesNothing(t *testing.T) {
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		items := []string{"a", "b", "c"} // does not escape
		f := Value(items)
		f.Keep(nil, time.Time{})
		if v, ok := f.Get(ctx, errDown); !ok || len(v) != 3 {
			t.Fail()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFuncDoesNotMakeItsFunctionEscape(t *testing.T) {
	ctx, calls := t.Context(), 0
	if n := testing.AllocsPerRun(100, func() {
		n := 1
		f := Func(0, func(context.Context, error) (int, bool) { calls += n; return n, true })
		if v, ok := f.Get(ctx, errDown); !ok || v != 1 {
			t.Fail()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestStaleServesTheLastSuccessUpToMaxAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory[string, int](10)
		f := Stale(m, "a", time.Minute)
		if _, ok := f.Get(t.Context(), errDown); ok {
			t.Error("an empty store yielded something")
		}
		f.Keep(7, time.Now())
		if _, ok := Stale(m, "b", time.Minute).Get(t.Context(), errDown); ok {
			t.Error("another key's value was served")
		}
		time.Sleep(time.Minute)
		if v, ok := f.Get(t.Context(), errDown); v != 7 || !ok {
			t.Errorf("got %v, %v at maxAge, want it served", v, ok)
		}
		time.Sleep(1)
		if v, ok := f.Get(t.Context(), errDown); v != 0 || ok {
			t.Errorf("got %v, %v past maxAge", v, ok)
		}
		f.Keep(8, time.Now())
		if v, ok := f.Get(t.Context(), errDown); v != 8 || !ok {
			t.Errorf("got %v, %v", v, ok)
		}
	})
}

func TestStaleKeepsTheNewerOfTwoAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := Stale(NewMemory[int, string](1), 1, time.Hour)
		late := time.Now()
		time.Sleep(time.Second)
		f.Keep("new", time.Now())
		f.Keep("old, of a task that was abandoned", late)
		if v, _ := f.Get(t.Context(), errDown); v != "new" {
			t.Errorf("got %q", v)
		}
	})
}

func TestMemoryIsBoundedAndLRU(t *testing.T) {
	m := NewMemory[int, int](3)
	now := time.Now()
	for i := range 3 {
		m.Save(i, i, now)
	}
	m.Load(0)
	m.Save(1, 10, now)
	m.Save(3, 3, now) // 2 was used least recently
	for k, want := range map[int]int{0: 0, 1: 10, 2: -1, 3: 3} {
		if v, _, ok := m.Load(k); ok != (want >= 0) || ok && v != want {
			t.Errorf("key %d: got %v, %v", k, v, ok)
		}
	}
	for i := range 1000 {
		m.Save(i, i, now)
	}
	if m.Len() != 3 || m.recent.Len() != 3 {
		t.Errorf("holds %d keys in %d entries", m.Len(), m.recent.Len())
	}
	nan := NewMemory[float64, int](1)
	for range 3 {
		nan.Save(math.NaN(), 1, now)
	}
	nan.Save(1, 1, now)
	if v, _, ok := nan.Load(1); nan.Len() != 1 || v != 1 || !ok {
		t.Errorf("keys that equal nothing fill it: %d", nan.Len())
	}
}

func TestMemoryIsConcurrent(t *testing.T) {
	m := NewMemory[int, string](8)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 500 {
				f := Stale(m, (i+g)%16, time.Hour)
				f.Keep(fmt.Sprint((i+g)%16), time.Now())
				if v, ok := f.Get(t.Context(), errDown); ok && v != fmt.Sprint((i+g)%16) {
					t.Errorf("key %d has %q", (i+g)%16, v)
				}
			}
		})
	}
	wg.Wait()
	if m.Len() > 8 {
		t.Errorf("holds %d", m.Len())
	}
}

func TestMemoryNeedsRoom(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewMemory[int, int](0)
}

func TestFuncSpendsTheMargin(t *testing.T) {
	type key struct{}
	for _, tt := range []struct {
		limit, want time.Duration // how long f gets, begun when the budget is over
	}{
		{0, 300 * time.Millisecond}, {time.Hour, 300 * time.Millisecond}, {100 * time.Millisecond, 100 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := budget.Start(context.WithValue(t.Context(), key{}, "v"), 2*time.Second, 300*time.Millisecond)
			defer cancel()
			call, done := budget.Within(ctx, time.Minute)
			defer done()
			<-call.Done()
			start := time.Now()
			v, ok := Func(tt.limit, func(ctx context.Context, cause error) (string, bool) {
				if cause != errDown || ctx.Value(key{}) != "v" || ctx.Err() != nil {
					t.Errorf("f got %v, %v, %v", cause, ctx.Value(key{}), ctx.Err())
				}
				<-ctx.Done()
				return "late", true
			}).Get(call, errDown)
			if took := time.Since(start); took != tt.want || v != "late" || !ok {
				t.Errorf("limit %v: f was given %v, and %q, %v came out", tt.limit, took, v, ok)
			}
		})
	}
}

func TestFuncIsNotCalledWithoutTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := Func(time.Second, func(context.Context, error) (int, bool) { t.Error("called"); return 1, true })
		ctx, cancel := budget.Start(t.Context(), 2*time.Second, 300*time.Millisecond)
		time.Sleep(2 * time.Second) // the margin is spent, too
		if v, ok := never.Get(ctx, errDown); v != 0 || ok {
			t.Errorf("got %v, %v", v, ok)
		}
		cancel()

		client, gone := context.WithCancel(t.Context())
		ctx, cancel = budget.Start(client, 2*time.Second, 300*time.Millisecond)
		defer cancel()
		gone()
		if v, ok := never.Get(ctx, errDown); v != 0 || ok {
			t.Errorf("the client is gone: got %v, %v", v, ok)
		}
	})
}

func TestFuncThatYieldsNothing(t *testing.T) {
	f := Func(0, func(context.Context, error) (int, bool) { return 5, false })
	if _, ok := f.Get(t.Context(), errDown); ok {
		t.Error("yielded")
	}
}

func TestFuncPanicsWhereItIsAsked(t *testing.T) {
	defer func() {
		if recover() != errDown {
			t.Error("the panic was lost")
		}
	}()
	Func(0, func(_ context.Context, cause error) (int, bool) { panic(cause) }).Get(t.Context(), errDown)
}

func BenchmarkValue(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Value([]string{}).Get(b.Context(), errDown)
	}
}

func BenchmarkStale(b *testing.B) {
	b.ReportAllocs()
	m := NewMemory[int, int](100)
	for i := 0; b.Loop(); i++ {
		f := Stale(m, i%200, time.Minute)
		f.Keep(i, time.Now())
		f.Get(b.Context(), errDown)
	}
}
