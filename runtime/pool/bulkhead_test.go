package pool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestBulkheadRefusesWhenFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBulkhead(2)
		for range 2 {
			if err := b.Acquire(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		for _, wait := range []time.Duration{0, -1} {
			if err := b.Acquire(t.Context(), wait); err != ErrFull || time.Since(start) != 0 {
				t.Errorf("got %v after %v, want ErrFull at once", err, time.Since(start))
			}
		}
		if err := b.Acquire(t.Context(), time.Second); err != ErrFull || time.Since(start) != time.Second {
			t.Errorf("got %v after %v, want ErrFull after the wait", err, time.Since(start))
		}
		b.Release()
		if err := b.Acquire(t.Context(), 0); err != nil {
			t.Errorf("got %v for a place that is free again", err)
		}
		if in, waiting := b.InUse(); in != 2 || waiting != 0 {
			t.Errorf("%d in use, %d waiting", in, waiting)
		}
	})
}

func TestBulkheadIsFIFO(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBulkhead(1)
		b.Acquire(t.Context(), 0)
		var order []int
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Go(func() {
				if err := b.Acquire(t.Context(), time.Minute); err != nil {
					t.Error(err)
					return
				}
				defer b.Release()
				order = append(order, i)
				time.Sleep(time.Second)
			})
			synctest.Wait()
		}
		if in, waiting := b.InUse(); in != 1 || waiting != 5 {
			t.Errorf("%d in use, %d waiting", in, waiting)
		}
		b.Release()
		if err := b.Acquire(t.Context(), 0); err != ErrFull {
			t.Errorf("got %v: one that came later went before those that wait", err)
		}
		wg.Wait()
		if !slices.Equal(order, []int{0, 1, 2, 3, 4}) {
			t.Errorf("places were given in the order %v", order)
		}
	})
}

func TestBulkheadWaitEndsWithCtx(t *testing.T) {
	gone := errors.New("client is gone")
	for _, tt := range []struct {
		name          string
		left, maxWait time.Duration // left is ctx's; 0 for none
		cancel        time.Duration
		want          error
		after         time.Duration
	}{
		{"full", 0, time.Second, 0, ErrFull, time.Second},
		{"full before the deadline", 2 * time.Second, time.Second, 0, ErrFull, time.Second},
		{"wait longer than the time left", time.Second, time.Hour, 0, context.DeadlineExceeded, time.Second},
		{"tie: ctx's deadline counts", time.Second, time.Second, 0, context.DeadlineExceeded, time.Second},
		{"client gone", time.Minute, time.Hour, time.Second, gone, time.Second},
		{"no time left", -1, time.Hour, 0, context.DeadlineExceeded, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := NewBulkhead(1)
				b.Acquire(t.Context(), 0)
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				if tt.left != 0 {
					var end context.CancelFunc
					ctx, end = context.WithTimeout(ctx, tt.left)
					defer end()
				}
				if tt.cancel != 0 {
					time.AfterFunc(tt.cancel, func() { cancel(gone) })
				}
				start := time.Now()
				if err := b.Acquire(ctx, tt.maxWait); err != tt.want || time.Since(start) != tt.after {
					t.Errorf("got %v after %v, want %v after %v", err, time.Since(start), tt.want, tt.after)
				}
				b.Release()
				if in, waiting := b.InUse(); in != 0 || waiting != 0 {
					t.Errorf("%d in use, %d waiting: the wait left something behind", in, waiting)
				}
			})
		})
	}
}

func TestBulkheadEndedCtxTakesNoPlace(t *testing.T) {
	b := NewBulkhead(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Acquire(ctx, time.Second); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if err := b.Acquire(t.Context(), 0); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestBulkheadLowPriorityLeavesAQuarter(t *testing.T) {
	for max, want := range map[int]int{1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 8: 6, 10: 8, 100: 75} {
		b := NewBulkhead(max)
		ctx := WithPriority(t.Context(), Low)
		got := 0
		for b.Acquire(ctx, time.Hour) == nil { // Low never waits
			got++
		}
		if got != want {
			t.Errorf("of %d places low priority got %d, want %d", max, got, want)
		}
		for range max - got {
			if err := b.Acquire(t.Context(), 0); err != nil {
				t.Errorf("max %d: normal priority got %v for a free place", max, err)
			}
		}
		if err := b.Acquire(t.Context(), 0); err != ErrFull {
			t.Errorf("max %d: got %v", max, err)
		}
	}
}

func TestBulkheadPriorityBelongsToTheRequest(t *testing.T) {
	low, normal := WithPriority(t.Context(), Low), WithPriority(t.Context(), Normal)
	for _, tt := range []struct {
		ctx             context.Context
		otherwise, want Priority
	}{
		{t.Context(), Normal, Normal}, {t.Context(), Low, Low}, {low, Normal, Low}, {normal, Low, Normal},
		{WithPriority(low, Normal), Low, Normal},
	} {
		if got := PriorityOf(tt.ctx, tt.otherwise); got != tt.want {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}

// TestBulkheadLowPriorityUnderContention: no two of low priority may share the last place below the limit, and none may
// cost a call of normal priority its place.
func TestBulkheadLowPriorityUnderContention(t *testing.T) {
	b := NewBulkhead(4)
	b.Acquire(t.Context(), 0) // 1 of 4: low may take 2 more, and 1 is left for normal priority
	var low atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 2000 {
				if b.AcquireAs(t.Context(), Low, 0) != nil {
					continue
				}
				if n := low.Add(1); n > 2 {
					t.Errorf("%d of low priority", n)
				}
				low.Add(-1)
				b.Release()
			}
		})
	}
	for range 2000 {
		if err := b.AcquireAs(t.Context(), Normal, 0); err != nil {
			t.Errorf("normal priority got %v", err)
			break
		}
		b.Release()
	}
	wg.Wait()
	if in, _ := b.InUse(); in != 1 {
		t.Errorf("%d in use in the end", in)
	}
}

func TestBulkheadReleasedByPanic(t *testing.T) {
	b := NewBulkhead(1)
	func() {
		defer func() { recover() }()
		if err := b.Acquire(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		defer b.Release()
		panic(1)
	}()
	if err := b.Acquire(t.Context(), 0); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestBulkheadMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"no place":       func() { NewBulkhead(0) },
		"release unheld": func() { NewBulkhead(1).Release() },
		"nil ctx":        func() { NewBulkhead(1).Acquire(nil, 0) }, //nolint:staticcheck // that is the question
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestBulkheadAllocatesNothingUnlessItWaits(t *testing.T) {
	b := NewBulkhead(1)
	ctx := WithPriority(t.Context(), Normal)
	if n := testing.AllocsPerRun(100, func() {
		if b.Acquire(ctx, time.Second) == nil {
			b.Release()
		}
	}); n != 0 {
		t.Errorf("%v allocations for a free place", n)
	}
	b.Acquire(ctx, 0)
	if n := testing.AllocsPerRun(100, func() { b.Acquire(ctx, 0) }); n != 0 {
		t.Errorf("%v allocations for a refusal", n)
	}
}

func BenchmarkBulkhead(b *testing.B) {
	b.ReportAllocs()
	bulkhead := NewBulkhead(64)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if bulkhead.Acquire(b.Context(), 0) == nil {
				bulkhead.Release()
			}
		}
	})
}
