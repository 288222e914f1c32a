package aggregate_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

func TestAwaitGivesOnePartToTheNext(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		start := time.Now()
		g := aggregate.New(spend(t, 1700*ms))
		orders := aggregate.Require(g, o.core("orders"), after(200*ms, "lamp"))
		recommend := aggregate.Prefer(g, o.soft("recommend"), after(350*ms, "shelf"), fallback.Value(""))
		sku := orders.Await()
		if took := time.Since(start); took != 200*ms {
			t.Errorf("Await returned after %v: it waits for its own part only", took)
		}
		stock := aggregate.Prefer(g, o.soft("stock"), func(context.Context) (string, error) { return "40 of " + sku, nil }, fallback.Value("?"))
		if again := stock.Await() + orders.Await() + recommend.Await(); again != "40 of lamplampshelf" {
			t.Errorf("then got %q", again)
		}
		if err := g.Wait(); err != nil || stock.Value() != "40 of lamp" || time.Since(start) != 350*ms {
			t.Errorf("Wait: %v after %v, %q", err, time.Since(start), stock.Value())
		}
		o.want(t, "orders ok", "stock ok", "recommend ok")
	})
}

func TestAwaitOfAPartThatFailed(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		soft := aggregate.Prefer(g, o.soft("soft"), fails(100*ms), fallback.Value("instead"))
		if v := soft.Await(); v != "instead" {
			t.Errorf("got %q, want the fallback's value", v)
		}
		core := aggregate.Require(g, o.core("core"), fails(100*ms))
		if v := core.Await(); v != "" {
			t.Errorf("got %q of a core part that failed", v)
		}
		next := aggregate.Prefer(g, o.soft("next"), never(t), fallback.Value("none"))
		var failed *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &failed) || failed.Name != "core" {
			t.Errorf("Wait: %v", err)
		}
		if next.Value() != "none" {
			t.Errorf("got %q", next.Value())
		}
		o.want(t, "soft failed degraded", "core failed", "next canceled degraded")
	})
}

func TestAwaitEndsWithTheGroup(t *testing.T) {
	for name, tt := range map[string]struct {
		cancel func(*aggregate.Group, context.CancelCauseFunc, *observed)
		after  time.Duration
		want   func(error) bool
	}{
		"the budget ends": {
			func(*aggregate.Group, context.CancelCauseFunc, *observed) {},
			1700 * ms,
			func(err error) bool { return errors.Is(err, budget.ErrExhausted) },
		},
		"the client leaves": {
			func(_ *aggregate.Group, cancel context.CancelCauseFunc, _ *observed) {
				time.AfterFunc(50*ms, func() { cancel(errDown) })
			},
			50 * ms,
			func(err error) bool { return err == errDown },
		},
		"another core part fails": {
			func(g *aggregate.Group, _ context.CancelCauseFunc, o *observed) {
				aggregate.Require(g, o.core("user"), fails(70*ms))
			},
			70 * ms,
			func(err error) bool {
				failed, ok := errors.AsType[*aggregate.CoreError](err)
				return ok && failed.Name == "user"
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, o *observed) {
				start := time.Now()
				ctx, cancel := context.WithCancelCause(spend(t, 1700*ms))
				defer cancel(nil)
				g := aggregate.New(ctx)
				deafPart := aggregate.Require(g, o.unbounded("deaf"), deaf(5*time.Second, "late"))
				tt.cancel(g, cancel, o)
				if v := deafPart.Await(); v != "" || time.Since(start) != tt.after {
					t.Errorf("Await: %q after %v", v, time.Since(start))
				}
				if err := g.Wait(); !tt.want(err) {
					t.Errorf("Wait: %v", err)
				}
			})
		})
	}
}

func TestAwaitOfAPanic(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		bug := aggregate.Prefer(g, o.soft("bug"), explode, fallback.Value("x"))
		if v := bug.Await(); v != "" {
			t.Errorf("got %q", v)
		}
		if _, ok := panicked(func() { g.Wait() }).(*pool.PanicError); !ok {
			t.Error("Wait did not panic")
		}
	})
}

func TestAwaitAfterWaitPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := aggregate.New(t.Context())
		r := aggregate.Require(g, (&observed{}).core("user"), after(0, "ann"))
		g.Wait()
		if panicked(func() { r.Await() }) == nil {
			t.Error("Await did not panic")
		}
	})
}
