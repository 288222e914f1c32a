package pool

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var errOne = errors.New("one")

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// pause waits as a well-behaved callee does.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestMapKeepsOrderAndLimit(t *testing.T) {
	for _, limit := range []int{1, 3, 10, 1000} {
		synctest.Test(t, func(t *testing.T) {
			var now, most atomic.Int64
			start := time.Now()
			got, err := Map(t.Context(), upTo(10), limit, func(ctx context.Context, i int) (int, error) {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				return i * i, pause(ctx, time.Duration(11-i)*time.Second) // later items are done sooner
			})
			if want := []int{0, 1, 4, 9, 16, 25, 36, 49, 64, 81}; err != nil || !slices.Equal(got, want) {
				t.Errorf("limit %d: got %v, %v, want %v", limit, got, err, want)
			}
			if want := int64(min(limit, 10)); most.Load() != want {
				t.Errorf("limit %d: %d at a time, want %d", limit, most.Load(), want)
			}
			if took := time.Since(start); limit == 1000 && took != 11*time.Second || limit == 1 && took != 65*time.Second {
				t.Errorf("limit %d: took %v", limit, took)
			}
		})
	}
}

func TestMapLimitBelowOne(t *testing.T) {
	for _, limit := range []int{0, -1} {
		got, err := Map(t.Context(), upTo(2), limit, func(context.Context, int) (int, error) { t.Error("called"); return 0, nil })
		if got != nil || err != ErrLimit {
			t.Errorf("limit %d: got %v, %v", limit, got, err)
		}
		if err := Each(t.Context(), []int(nil), limit, func(context.Context, int) error { return nil }); err != ErrLimit {
			t.Errorf("limit %d: got %v for no items", limit, err)
		}
	}
}

func TestMapWithoutItems(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Map(ctx, nil, 3, func(context.Context, int) (int, error) { return 1, nil })
	if got == nil || len(got) != 0 || err != nil {
		t.Errorf("got %#v, %v, want an empty slice that is not nil", got, err)
	}
}

func TestMapFirstErrorCancelsTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int64
		start := time.Now()
		got, err := Map(t.Context(), upTo(100), 4, func(ctx context.Context, i int) (int, error) {
			begun.Add(1)
			if i == 2 {
				time.Sleep(time.Second)
				return 7, errOne
			}
			return i, pause(ctx, time.Hour) // its error, Canceled, is of errOne's making and must not win
		})
		if got != nil || err != errOne {
			t.Errorf("got %v, %v, want nil and f's own error", got, err)
		}
		if took := time.Since(start); took != time.Second || begun.Load() != 4 {
			t.Errorf("%d begun, ended after %v", begun.Load(), took)
		}
	})
}

func TestMapAllErrorsRunsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := Map(t.Context(), upTo(6), 2, func(ctx context.Context, i int) (int, error) {
			if i%2 == 1 {
				time.Sleep(time.Duration(10-i) * time.Second) // they fail in another order
				return 99, errOne
			}
			return i + 1, ctx.Err()
		}, AllErrors())
		if want := []int{1, 0, 3, 0, 5, 0}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if err == nil || err.Error() != "item 1: one\nitem 3: one\nitem 5: one" || !errors.Is(err, errOne) {
			t.Errorf("got error %v", err)
		}
		if e, ok := errors.AsType[*ItemError](err); !ok || e.Index != 1 || e.Err != errOne {
			t.Errorf("the first ItemError is %v", e)
		}
	})
}

func TestMapStopsWhenCtxEnds(t *testing.T) {
	cause := errors.New("client is gone")
	for _, options := range [][]Option{nil, {AllErrors()}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(2500*time.Millisecond, func() { cancel(cause) })
			var begun int
			start := time.Now()
			got, err := Map(ctx, upTo(10), 1, func(ctx context.Context, i int) (int, error) {
				begun++
				time.Sleep(time.Second) // deaf
				return i, nil
			}, options...)
			if err != cause || begun != 3 || time.Since(start) != 3*time.Second {
				t.Errorf("got %v with %d begun after %v, want the cause", err, begun, time.Since(start))
			}
			if all := options != nil; all != (len(got) == 10) || all && got[2] != 2 {
				t.Errorf("results are %v", got)
			}
		})
	}
}

func TestMapBeginsNothingUnderAnEndedCtx(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	err := Each(ctx, upTo(3), 3, func(context.Context, int) error { t.Error("called"); return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestMapWaitsForADeafFunction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		got, err := Map(ctx, upTo(2), 2, func(_ context.Context, i int) (int, error) {
			time.Sleep(5 * time.Second)
			return i, nil
		})
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("returned after %v, before its work was over", took)
		}
		if err != nil || !slices.Equal(got, []int{0, 1}) { // all of it was done
			t.Errorf("got %v, %v", got, err)
		}
	})
}

func planted() { panic(errOne) }

func TestMapPanicIsCarriedWithItsStack(t *testing.T) {
	for name, options := range map[string][]Option{"first error": nil, "all errors": {AllErrors()}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				defer func() {
					p, ok := recover().(*PanicError)
					if !ok || p.Value != errOne || !errors.Is(p, errOne) {
						t.Fatalf("recovered %v", p)
					}
					if !strings.Contains(string(p.Stack), "pool.planted") || !strings.Contains(p.Error(), "pool.planted") {
						t.Errorf("this is not the stack of the panic:\n%s", p.Stack)
					}
					if time.Since(start) != 0 {
						t.Error("the others were not told")
					}
				}()
				// Twice: the panic must pass the outer Map with the stack that the inner one found.
				Each(t.Context(), upTo(3), 3, func(ctx context.Context, i int) error {
					if i > 0 {
						return pause(ctx, time.Hour)
					}
					return Each(ctx, upTo(3), 3, func(ctx context.Context, i int) error {
						if i == 1 {
							planted()
						}
						return pause(ctx, time.Hour)
					})
				}, options...)
				t.Error("returned")
			})
		})
	}
}

func TestMapGoexitIsAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := Map(t.Context(), upTo(8), 2, func(ctx context.Context, i int) (int, error) {
			if i == 3 {
				runtime.Goexit()
			}
			return i, nil
		})
		if got != nil || err != ErrGoexit {
			t.Errorf("got %v, %v", got, err)
		}

		// All workers end; the items that are left must be done all the same.
		var done atomic.Int64
		err = Each(t.Context(), upTo(8), 2, func(ctx context.Context, i int) error {
			if i < 5 {
				runtime.Goexit()
			}
			done.Add(1)
			return nil
		}, AllErrors())
		if !errors.Is(err, ErrGoexit) || strings.Count(err.Error(), "\n") != 4 || done.Load() != 3 {
			t.Errorf("%d done, error %v", done.Load(), err)
		}
	})
}

func TestMapNilCtxPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Each(nil, upTo(1), 1, func(context.Context, int) error { return nil }) //nolint:staticcheck // that is the question
}

func TestMapAllocatesNothingPerItem(t *testing.T) {
	f := func(_ context.Context, i int) (int, error) { return i, nil }
	few, many := upTo(10), upTo(2_000)
	a := testing.AllocsPerRun(20, func() { Map(t.Context(), few, 4, f) })
	b := testing.AllocsPerRun(20, func() { Map(t.Context(), many, 4, f) })
	if b > a+2 { // the runtime may make a goroutine anew
		t.Errorf("%v allocations for 10 items, %v for 2,000", a, b)
	}
	if a > 16 {
		t.Errorf("%v allocations for 10 items on 4 workers", a)
	}
}

// The floor is what the same work costs without anything that Map promises.
func BenchmarkMap(b *testing.B) {
	items := upTo(1000)
	work := func(i int) int { return i * i }
	b.Run("pool.Map", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Map(b.Context(), items, 4, func(_ context.Context, i int) (int, error) { return work(i), nil })
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/item")
	})
	b.Run("floor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out := make([]int, len(items))
			var next atomic.Int64
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for i := int(next.Add(1) - 1); i < len(items); i = int(next.Add(1) - 1) {
						out[i] = work(items[i])
					}
				})
			}
			wg.Wait()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/item")
	})
}
