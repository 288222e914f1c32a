package aggregate_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

func TestCoreAndDegradable(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(t.Context())
		core, soft, neither := o.core("user"), o.soft("stock"), o.unbounded("audit")
		if p, _ := panicked(func() { aggregate.Prefer(g, core, never(t), fallback.Value("")) }).(string); !strings.Contains(p, "user") {
			t.Errorf("Prefer of a core downstream: %v", p)
		}
		if p, _ := panicked(func() { aggregate.Require(g, soft, never(t)) }).(string); !strings.Contains(p, "stock") {
			t.Errorf("Require of a degradable downstream: %v", p)
		}
		aggregate.Require(g, neither, after(0, ""))
		aggregate.Prefer(g, neither, after(0, ""), fallback.Value(""))
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
	})
}

func TestPreferCannotFailThePage(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		user := aggregate.Require(g, o.core("user"), after(300*ms, "ann"))
		stock := aggregate.Prefer(g, o.soft("stock"), fails(100*ms), fallback.Fallback[string]{})
		if err := g.Wait(); err != nil || user.Value() != "ann" || stock.Value() != "" {
			t.Errorf("Wait: %v, %q, %q", err, user.Value(), stock.Value())
		}
		// A fallback that yields nothing leaves the call's error.
		if ok, degraded, cause := stock.State(); ok || !degraded || !errors.Is(cause, errDown) {
			t.Errorf("state %v, %v, %v", ok, degraded, cause)
		}
		o.want(t, "stock failed degraded", "user ok")
	})
}

func TestFallbackOfAFailedCall(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		fixed := aggregate.Prefer(g, o.soft("fixed"), fails(100*ms), fallback.Value("v"))
		var told error
		computed := aggregate.Prefer(g, o.soft("computed"), fails(100*ms), fallback.Func(0, func(_ context.Context, cause error) (string, bool) {
			told = cause
			time.Sleep(50 * ms)
			return "f", true
		}))
		start := time.Now()
		if err := g.Wait(); err != nil || time.Since(start) != 150*ms {
			t.Errorf("Wait: %v after %v", err, time.Since(start))
		}
		if fixed.Value() != "v" || computed.Value() != "f" || !errors.Is(told, errDown) {
			t.Errorf("got %q, %q, %v", fixed.Value(), computed.Value(), told)
		}
		if ok, degraded, cause := computed.State(); ok || !degraded || !errors.Is(cause, errDown) {
			t.Errorf("state %v, %v, %v", ok, degraded, cause)
		}
	})
}

func TestReadingBeforeWaitPanics(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(t.Context())
		r := aggregate.Require(g, o.core("user"), after(0, "ann"))
		synctest.Wait() // it is in, but not sealed
		for name, f := range map[string]func(){
			"Value": func() { r.Value() }, "State": func() { r.State() }, "Degraded": func() { g.Degraded() },
		} {
			if panicked(f) == nil {
				t.Errorf("%s did not panic", name)
			}
		}
		g.Wait()
		if r.Value() != "ann" {
			t.Errorf("got %q", r.Value())
		}
	})
}

func TestDegradedIsNeverNil(t *testing.T) {
	g := aggregate.New(t.Context())
	g.Wait()
	if b, err := json.Marshal(g.Degraded()); string(b) != "[]" || err != nil {
		t.Errorf("%s, %v", b, err)
	}
}

func TestDegradedNamesEachOnceInOrderOfPrefer(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		kept := fallback.NewMemory[int, string](1)
		kept.Save(1, "old", time.Now())
		twice := o.soft("twice")
		aggregate.Prefer(g, o.soft("slow"), fails(300*ms), fallback.Value(""))
		aggregate.Prefer(g, twice, fails(200*ms), fallback.Value(""))
		aggregate.Prefer(g, o.soft("whole"), after(0, ""), fallback.Value(""))
		aggregate.Require(g, o.core("user"), after(0, ""))
		stale := aggregate.Prefer(g, o.soft("stale"), fails(0), fallback.Stale(kept, 1, time.Hour))
		aggregate.Prefer(g, twice, fails(0), fallback.Value(""))
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		if got := g.Degraded(); !slices.Equal(got, []string{"slow", "twice", "stale"}) {
			t.Errorf("degraded: %v", got)
		}
		if stale.Value() != "old" {
			t.Errorf("got %q", stale.Value())
		}
	})
}

func TestAbandonedKeepsItsPlaceUntilItEnds(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		d := o.narrow("stock", 1)
		g := aggregate.New(spend(t, 1700*ms))
		late := aggregate.Prefer(g, d, deaf(5*time.Second, "late"), fallback.Value("?"))
		g.Wait()
		if c := o.last(); c.Took != 1701*ms || c.Attempts != 1 || !errors.Is(c.Err, budget.ErrExhausted) || c.Timeout != 1700*ms {
			t.Errorf("record %+v", c)
		}
		o.want(t, "stock abandoned degraded")
		if s := d.Snapshot(); s.Running != 1 || s.Abandoned != 1 || s.Places != 1 {
			t.Errorf("snapshot %+v", s)
		}

		g = aggregate.New(spend(t, 1700*ms))
		aggregate.Prefer(g, d, never(t), fallback.Value("?"))
		g.Wait()
		o.want(t, "stock full degraded")

		time.Sleep(10 * time.Second) // what was abandoned has returned
		o.want(t)                    // its end is no other record
		if s := d.Snapshot(); s.Running != 0 || s.Abandoned != 0 || s.Places != 0 {
			t.Errorf("snapshot %+v", s)
		}
		if late.Value() != "?" {
			t.Errorf("the late value came through: %q", late.Value())
		}
		g = aggregate.New(spend(t, 1700*ms))
		aggregate.Prefer(g, d, after(0, "v"), fallback.Value("?"))
		g.Wait()
		o.want(t, "stock ok")
	})
}

func TestStaleKeepsALateValue(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		kept := fallback.NewMemory[string, string](1)
		kept.Save("k", "old", time.Now())
		g := aggregate.New(spend(t, 1700*ms))
		r := aggregate.Prefer(g, o.unbounded("stock"), deaf(5*time.Second, "late"), fallback.Stale(kept, "k", time.Hour))
		g.Wait()
		if r.Value() != "old" || len(g.Degraded()) != 1 {
			t.Errorf("got %q, %v", r.Value(), g.Degraded())
		}
		time.Sleep(10 * time.Second)
		if v, _, _ := kept.Load("k"); v != "late" || r.Value() != "old" {
			t.Errorf("kept %q, result %q", v, r.Value())
		}
		o.want(t, "stock abandoned degraded")
	})
}

func TestFuncDoesNotRunAfterTheSeal(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		r := aggregate.Prefer(g, o.unbounded("stock"), func(context.Context) (string, error) {
			time.Sleep(1800 * ms) // within the margin
			return "", errDown
		}, fallback.Func(0, func(context.Context, error) (string, bool) {
			t.Error("the fallback ran")
			return "", true
		}))
		g.Wait()
		time.Sleep(5 * time.Second)
		if r.Value() != "" || len(g.Degraded()) != 1 {
			t.Errorf("got %q, %v", r.Value(), g.Degraded())
		}
	})
}

func TestFuncThatIsNotDoneIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		r := aggregate.Prefer(g, o.soft("stock"), fails(100*ms), fallback.Func(0, func(context.Context, error) (string, bool) {
			time.Sleep(5 * time.Second)
			return "late", true
		}))
		start := time.Now()
		if err := g.Wait(); err != nil || !at(start, 1700*ms) {
			t.Errorf("Wait: %v after %v", err, time.Since(start))
		}
		time.Sleep(10 * time.Second)
		if r.Value() != "" || len(g.Degraded()) != 1 {
			t.Errorf("got %q, %v", r.Value(), g.Degraded())
		}
		if len(o.take()) != 1 {
			t.Error("not one record")
		}
	})
}

func TestEachCallIsRecordedOnce(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		d := o.narrow("any", 40)
		const groups, parts = 60, 6
		var wg sync.WaitGroup
		for range groups {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(5))*ms)
				defer cancel()
				g := aggregate.New(ctx)
				for range parts {
					took := time.Duration(rand.IntN(8)) * ms
					aggregate.Prefer(g, d, func(ctx context.Context) (string, error) {
						if rand.IntN(2) == 0 {
							return deaf(took, "")(ctx)
						}
						return fails(took)(ctx)
					}, fallback.Func(0, func(context.Context, error) (string, bool) {
						time.Sleep(ms)
						return "", true
					}))
				}
				if err := g.Wait(); err != nil {
					t.Errorf("Wait: %v", err)
				}
			})
		}
		wg.Wait()
		time.Sleep(time.Second)
		if n := len(o.take()); n != groups*parts {
			t.Errorf("%d records of %d calls", n, groups*parts)
		}
		if s := d.Snapshot(); s.Running != 0 || s.Abandoned != 0 || s.Places != 0 {
			t.Errorf("snapshot %+v", s)
		}
	})
}
