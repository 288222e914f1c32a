package aggregate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

func TestPanicPanicsWait(t *testing.T) {
	for _, required := range []bool{true, false} {
		bubble(t, func(t *testing.T, o *observed) {
			g := aggregate.New(spend(t, 1700*ms))
			if required {
				aggregate.Require(g, o.core("buggy"), explode)
			} else {
				aggregate.Prefer(g, o.soft("buggy"), explode, fallback.Value("?"))
			}
			sibling := aggregate.Require(g, o.core("user"), hangs)
			deafOne := aggregate.Prefer(g, o.soft("deaf"), deaf(5*time.Second, ""), fallback.Value("?"))
			start := time.Now()
			p, _ := panicked(func() { g.Wait() }).(*pool.PanicError)
			if p == nil || p.Value != "a bug" || !strings.Contains(string(p.Stack), "aggregate_test.explode") {
				t.Fatalf("Wait panicked with %v", p)
			}
			if !at(start, 100*ms) {
				t.Errorf("after %v", time.Since(start))
			}
			if ok, _, cause := sibling.State(); ok || cause == nil {
				t.Error("the sibling was not canceled")
			}
			if deafOne.Value() != "?" || panicked(func() { g.Wait() }) == nil {
				t.Error("not sealed")
			}
			buggy := "buggy failed degraded panicked"
			if required {
				buggy = "buggy failed panicked"
			}
			o.want(t, buggy, "user canceled", "deaf abandoned degraded")
		})
	}
}

func TestPanicAfterTheSealIsRecorded(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		d := o.unbounded("buggy")
		aggregate.Prefer(g, d, func(context.Context) (string, error) {
			time.Sleep(5 * time.Second)
			panic("a late bug")
		}, fallback.Value("?"))
		if err := g.Wait(); err != nil {
			t.Errorf("Wait: %v", err)
		}
		o.want(t, "buggy abandoned degraded")
		time.Sleep(10 * time.Second)
		o.want(t, "buggy failed degraded panicked") // not lost, and no crash
	})
}

func TestGoexitIsAFailure(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		stock := aggregate.Prefer(g, o.soft("stock"), exits, fallback.Value("?"))
		if err := g.Wait(); err != nil || stock.Value() != "?" {
			t.Errorf("Wait: %v, %q", err, stock.Value())
		}
		if _, degraded, cause := stock.State(); !degraded || !errors.Is(cause, pool.ErrGoexit) {
			t.Errorf("state %v, %v", degraded, cause)
		}

		g = aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("user"), exits)
		var core *aggregate.CoreError
		if err := g.Wait(); !errors.As(err, &core) || core.Name != "user" || !errors.Is(err, pool.ErrGoexit) {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestNestedGroups(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		inner := func(broken bool) func(context.Context) (string, error) {
			return func(ctx context.Context) (string, error) {
				g := aggregate.New(ctx)
				aggregate.Prefer(g, o.soft("ads"), fails(0), fallback.Value(""))
				if broken {
					aggregate.Require(g, o.core("db"), fails(10*ms))
				}
				return "inner", g.Wait()
			}
		}
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("page"), inner(false))
		if err := g.Wait(); err != nil || len(g.Degraded()) != 0 {
			t.Errorf("Wait: %v; the inner group's degraded part came out: %v", err, g.Degraded())
		}

		g = aggregate.New(spend(t, 1700*ms))
		aggregate.Require(g, o.core("page"), inner(true))
		err := g.Wait()
		var outer, within *aggregate.CoreError
		if !errors.As(err, &outer) || outer.Name != "page" || !errors.As(outer.Err, &within) || within.Name != "db" || !errors.Is(err, errDown) {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestNestedPanicKeepsItsStack(t *testing.T) {
	bubble(t, func(t *testing.T, o *observed) {
		g := aggregate.New(spend(t, 1700*ms))
		aggregate.Prefer(g, o.soft("page"), func(ctx context.Context) (string, error) {
			g := aggregate.New(ctx)
			aggregate.Require(g, o.core("db"), explode)
			return "", g.Wait()
		}, fallback.Value(""))
		p, _ := panicked(func() { g.Wait() }).(*pool.PanicError)
		if p == nil || p.Value != "a bug" || !strings.Contains(string(p.Stack), "aggregate_test.explode") {
			t.Errorf("Wait panicked with %v", p)
		}
	})
}

func TestNilContextPanics(t *testing.T) {
	//lint:ignore SA1012 that is what is tested
	if panicked(func() { aggregate.New(nil) }) == nil {
		t.Error("no panic")
	}
}
