package aggregate_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

const ms = time.Millisecond

func TestWaitReturnsWhenAllAreDone(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		user := aggregate.Require(g, o.core("user"), after(100*ms, "ann"))
		stock := aggregate.Prefer(g, o.soft("stock"), after(200*ms, "7"), fallback.Value("?"))
		start := time.Now()
		if err := g.Wait(); err != nil || time.Since(start) != 200*ms {
			t.Errorf("Wait: %v after %v", err, time.Since(start))
		}
		if user.Value() != "ann" || stock.Value() != "7" {
			t.Errorf("got %q, %q", user.Value(), stock.Value())
		}
		for _, r := range []*aggregate.Result[string]{user, stock} {
			if ok, degraded, cause := r.State(); !ok || degraded || cause != nil {
				t.Errorf("state %v, %v, %v", ok, degraded, cause)
			}
		}
		o.want(t, "user ok", "stock ok")
	})
}

func TestWaitOfNothing(t *testing.T) {
	if err := aggregate.New(t.Context()).Wait(); err != nil {
		t.Error(err)
	}
}

func TestWaitEndsTheContextOfItsCalls(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		r := aggregate.Require(g, o.unbounded("user"), func(ctx context.Context) (context.Context, error) { return ctx, nil })
		if err := g.Wait(); err != nil || r.Value().Err() != context.Canceled {
			t.Errorf("Wait: %v, and their context: %v", err, r.Value().Err())
		}
	})
}

func TestWaitReturnsAtTheFirstCoreFailure(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		var told error
		orders := aggregate.Require(g, o.core("orders"), fails(100*ms))
		user := aggregate.Require(g, o.core("user"), func(ctx context.Context) (string, error) {
			<-ctx.Done()
			told = context.Cause(ctx)
			return "half", ctx.Err()
		})
		stock := aggregate.Prefer(g, o.soft("stock"), hangs, fallback.Value("?"))
		start := time.Now()
		err := g.Wait()
		if time.Since(start) != 100*ms {
			t.Errorf("Wait took %v", time.Since(start))
		}
		var core *aggregate.CoreError
		if !errors.As(err, &core) || core.Name != "orders" || !errors.Is(err, errDown) {
			t.Errorf("Wait: %v", err)
		}
		if told != err {
			t.Errorf("the sibling's cause was %v", told)
		}
		if orders.Value() != "" || user.Value() != "" || stock.Value() != "?" {
			t.Errorf("got %q, %q, %q", orders.Value(), user.Value(), stock.Value())
		}
		if ok, degraded, cause := orders.State(); ok || degraded || !errors.Is(cause, errDown) {
			t.Errorf("state %v, %v, %v", ok, degraded, cause)
		}
		if ok, degraded, cause := user.State(); ok || degraded || !errors.Is(cause, err) {
			t.Errorf("the sibling's state %v, %v, %v", ok, degraded, cause)
		}
		o.want(t, "orders failed", "user canceled", "stock canceled degraded")
	})
}

func TestCoreFailureDoesNotWaitForTheDeaf(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Prefer(g, o.soft("stock"), deaf(5*time.Second, "late"), fallback.Value("?"))
		aggregate.Require(g, o.core("orders"), fails(100*ms))
		start := time.Now()
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || !at(start, 100*ms) {
			t.Errorf("Wait: %v after %v", err, time.Since(start))
		}
		o.want(t, "orders failed", "stock abandoned degraded")
	})
}

func TestTheFirstCoreFailureIsTheOne(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("second"), fails(200*ms))
		aggregate.Require(g, o.core("first"), fails(100*ms))
		time.Sleep(time.Second) // whenever Wait is called
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || core.Name != "first" {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestCanceledWhileTheGroupLivesIsACoreFailure(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("user"), func(context.Context) (int, error) { return 0, context.Canceled })
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || core.Name != "user" {
			t.Errorf("Wait: %v", err)
		}
		o.want(t, "user failed")
	})
}

func TestParentCanceledReturnsItsCause(t *testing.T) {
	for name, ctxOf := range map[string]func(context.Context) context.Context{
		"budget": func(ctx context.Context) context.Context {
			ctx, cancel := budget.Start(ctx, 2*time.Second, 300*ms)
			t.Cleanup(cancel)
			return ctx
		},
		"no deadline": func(ctx context.Context) context.Context { return ctx },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, o *observed) {
				client, leave := context.WithCancelCause(t.Context())
				g := aggregate.New(ctxOf(client))
				aggregate.Require(g, o.core("user"), hangs)
				aggregate.Prefer(g, o.soft("stock"), hangs, fallback.Value("?"))
				aggregate.Prefer(g, o.soft("deaf"), deaf(5*time.Second, ""), fallback.Value("?"))
				gone := errors.New("client gone")
				time.AfterFunc(100*ms, func() { leave(gone) })
				start := time.Now()
				if err := g.Wait(); err != gone || !at(start, 100*ms) {
					t.Errorf("Wait: %v after %v", err, time.Since(start))
				}
				end := ""
				if name == "no deadline" {
					end = " nodeadline"
				}
				o.want(t, "user canceled"+end, "stock canceled degraded"+end, "deaf abandoned degraded"+end)
			})
		})
	}
}

func TestParentCanceledBeforeWaitReturnsItsCause(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		client, leave := context.WithCancelCause(t.Context())
		g := aggregate.New(client)
		aggregate.Prefer(g, o.soft("stock"), hangs, fallback.Value("?"))
		gone := errors.New("client gone")
		leave(gone)
		synctest.Wait()
		if err := g.Wait(); err != gone {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestAllInBeforeTheParentIsCanceled(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		client, leave := context.WithCancel(t.Context())
		g := aggregate.New(client)
		user := aggregate.Require(g, o.core("user"), after(100*ms, "ann"))
		time.Sleep(time.Second)
		leave()
		if err := g.Wait(); err != nil || user.Value() != "ann" {
			t.Errorf("Wait: %v, %q", err, user.Value())
		}
	})
}

func TestValueAfterTheClientLeftIsNoAnswer(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		client, leave := context.WithCancelCause(t.Context())
		g := aggregate.New(client)
		aggregate.Require(g, o.core("user"), deaf(100*ms+time.Microsecond, "ann"))
		gone := errors.New("client gone")
		time.AfterFunc(100*ms, func() { leave(gone) })
		if err := g.Wait(); err != gone {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestWithoutDeadlineWaitsForItsTasks(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(context.Background())
		slow := aggregate.Require(g, o.unbounded("report"), deaf(time.Hour, "done"))
		start := time.Now()
		if err := g.Wait(); err != nil || slow.Value() != "done" || time.Since(start) != time.Hour {
			t.Errorf("Wait: %v after %v, %q", err, time.Since(start), slow.Value())
		}
		o.want(t, "report ok nodeadline")
	})
}

func TestBudgetEndsWithAllRequiresIn(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		user := aggregate.Require(g, o.core("user"), after(100*ms, "ann"))
		stock := aggregate.Prefer(g, o.unbounded("stock"), hangs, fallback.Value("?"))
		news := aggregate.Prefer(g, o.unbounded("news"), deaf(5*time.Second, "late"), fallback.Value("none"))
		start := time.Now()
		if err := g.Wait(); err != nil || !at(start, 1700*ms) {
			t.Errorf("Wait: %v after %v", err, time.Since(start))
		}
		if user.Value() != "ann" || stock.Value() != "?" || news.Value() != "none" {
			t.Errorf("got %q, %q, %q", user.Value(), stock.Value(), news.Value())
		}
		if got := g.Degraded(); !slices.Equal(got, []string{"stock", "news"}) {
			t.Errorf("degraded: %v", got)
		}
		for _, r := range []*aggregate.Result[string]{stock, news} {
			if ok, degraded, cause := r.State(); ok || !degraded || !errors.Is(cause, budget.ErrExhausted) {
				t.Errorf("state %v, %v, %v", ok, degraded, cause)
			}
		}
		o.want(t, "user ok", "stock timeout degraded", "news abandoned degraded")
	})
}

func TestBudgetEndsWithARequireMissing(t *testing.T) {
	for name, f := range map[string]func(context.Context) (string, error){
		"obedient": hangs, "deaf": deaf(5*time.Second, "late"),
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, o *observed) {
				g := aggregate.New(spend(t, 1700*ms))
				aggregate.Require(g, o.core("user"), after(100*ms, "ann"))
				orders := aggregate.Require(g, o.unbounded("orders"), f)
				start := time.Now()
				err := g.Wait()
				var core *aggregate.CoreError
				if !errors.As(err, &core) || core.Name != "orders" || !errors.Is(err, budget.ErrExhausted) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("Wait: %v", err)
				}
				if !at(start, 1700*ms) {
					t.Errorf("Wait took %v", time.Since(start))
				}
				if ok, degraded, cause := orders.State(); ok || degraded || !errors.Is(cause, budget.ErrExhausted) || orders.Value() != "" {
					t.Errorf("state %v, %v, %v", ok, degraded, cause)
				}
			})
		})
	}
}

func TestForeignDeadlineIsABudgetToo(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		g := aggregate.New(ctx)
		aggregate.Require(g, o.unbounded("orders"), deaf(5*time.Second, "late"))
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || !errors.Is(err, budget.ErrExhausted) {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestRequireAndPreferInAnyOrder(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		a := aggregate.Prefer(g, o.soft("a"), after(10*ms, "a"), fallback.Value(""))
		time.Sleep(50 * ms) // all that was started is done, and Wait not called
		b := aggregate.Require(g, o.core("b"), after(10*ms, "b"))
		c := aggregate.Prefer(g, o.soft("c"), after(10*ms, "c"), fallback.Value(""))
		if err := g.Wait(); err != nil || a.Value()+b.Value()+c.Value() != "abc" {
			t.Errorf("Wait: %v, %q", err, a.Value()+b.Value()+c.Value())
		}
	})
}

func TestNothingStartsAfterACoreFailure(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("orders"), fails(0))
		synctest.Wait()
		before := runtime.NumGoroutine()
		user := aggregate.Require(g, o.core("user"), never(t))
		stock := aggregate.Prefer(g, o.soft("stock"), never(t), fallback.Value("?"))
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines, then %d", before, now)
		}
		var core *aggregate.CoreError
		err := g.Wait()
		if !errors.As(err, &core) || core.Name != "orders" {
			t.Errorf("Wait: %v", err)
		}
		if ok, _, cause := user.State(); ok || !errors.Is(cause, err) {
			t.Errorf("state %v, %v", ok, cause)
		}
		if _, degraded, _ := stock.State(); !degraded || stock.Value() != "?" {
			t.Errorf("got %v, %q", degraded, stock.Value())
		}
	})
}

func TestNothingStartsAfterTheContextEnded(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 100*ms))
		time.Sleep(100 * ms)
		stock := aggregate.Prefer(g, o.soft("stock"), never(t), fallback.Value("?"))
		if err := g.Wait(); err != nil || stock.Value() != "?" || len(g.Degraded()) != 1 {
			t.Errorf("Wait: %v, %q", err, stock.Value())
		}

		g = aggregate.New(spend(t, 100*ms))
		time.Sleep(100 * ms)
		aggregate.Require(g, o.core("user"), never(t))
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || core.Name != "user" || !errors.Is(err, budget.ErrExhausted) {
			t.Errorf("Wait: %v", err)
		}

		client, leave := context.WithCancelCause(t.Context())
		gone := errors.New("client gone")
		leave(gone)
		g = aggregate.New(client)
		aggregate.Require(g, o.core("user"), never(t))
		if err := g.Wait(); err != gone {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestAfterWaitEverythingPanics(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(t.Context())
		g.Wait()
		for name, f := range map[string]func(){
			"Wait":    func() { g.Wait() },
			"Require": func() { aggregate.Require(g, o.core("user"), never(t)) },
			"Prefer":  func() { aggregate.Prefer(g, o.soft("stock"), never(t), fallback.Value("")) },
		} {
			if panicked(f) == nil {
				t.Errorf("%s did not panic", name)
			}
		}
	})
}

func TestCanceledSiblingsCountForNothing(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		stock := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Degradable: true, Observer: o, Breaker: &contract.Breaker{MinimumRequests: 5}})
		user := downstream.New("user", downstream.Config{Timeout: 400 * ms, Core: true, Observer: o, Breaker: &contract.Breaker{MinimumRequests: 1000}})
		for range 50 {
			g := aggregate.New(spend(t, 1700*ms))
			aggregate.Prefer(g, stock, hangs, fallback.Value("?"))
			aggregate.Require(g, user, fails(10*ms))
			if err := g.Wait(); err == nil {
				t.Fatal("no error")
			}
		}
		if b := stock.Snapshot().Breaker; b.State != breaker.Closed || b.Successes != 0 || b.Failures != 0 {
			t.Errorf("calls that their siblings ended are in the window: %+v", b)
		}
		if b := user.Snapshot().Breaker; b.Failures != 50 {
			t.Errorf("%+v", b)
		}
	})
}
