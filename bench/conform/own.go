package conform

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

func own() Library {
	return Library{
		Name:   "budgetlint",
		Module: "github.com/budgetlint/budgetlint",
		Caller: func(s Setup) (Caller, error) { return &ownCaller{s, ownDownstream(s, true)}, nil },
		Transport: func(s Setup, next http.RoundTripper) (http.RoundTripper, error) {
			return ownDownstream(s, false).RoundTripper(next), nil
		},
		Group: func(ctx context.Context) Group { return &ownGroup{g: aggregate.New(ctx)} },
		Map: func(ctx context.Context, items []int, limit int, f func(context.Context, int) (int, error)) ([]int, error) {
			return pool.Map(ctx, items, limit, f)
		},
	}
}

func ownDownstream(s Setup, idempotent bool) *downstream.Downstream {
	var d *downstream.Downstream
	c := downstream.Config{Timeout: s.Timeout, Expected: s.Expected, SlowAfter: s.SlowAfter, MaxConcurrent: s.Places, MaxWait: s.MaxWait}
	if s.Breaker {
		c.Breaker = &contract.Breaker{}
	}
	if s.Attempts > 0 {
		// A transport knows by the method what may be repeated; Do must be told.
		c.Retry = &contract.Retry{Attempts: s.Attempts, Base: s.Wait, Cap: s.Wait, Idempotent: idempotent}
	}
	if s.Answer != nil {
		c.Classify = func(err error) breaker.Outcome {
			if errors.Is(err, s.Answer) {
				return breaker.Success
			}
			return downstream.Classify(err)
		}
	}
	if s.OnChange != nil {
		c.OnStateChange = func(_, _ breaker.State) { s.OnChange(func() { d.Breaker().State() }) }
	}
	if s.Record != nil {
		c.Observer = record.ObserverFunc(func(context.Context, record.Call) { s.Record() })
	}
	d = downstream.New("stock", c)
	return d
}

type ownCaller struct {
	s Setup
	d *downstream.Downstream
}

func (c *ownCaller) Do(ctx context.Context, f Callee) (string, error) {
	if c.s.Permanent != nil {
		inner := f
		f = func(ctx context.Context) (string, error) {
			v, err := inner(ctx)
			if errors.Is(err, c.s.Permanent) {
				err = retry.Permanent(err)
			}
			return v, err
		}
	}
	if c.s.Instead != "" {
		v, _, err := downstream.DoOr(ctx, c.d, f, fallback.Value(c.s.Instead))
		return v, err
	}
	return downstream.Do(ctx, c.d, f)
}

type ownGroup struct{ g *aggregate.Group }

func part(name string) *downstream.Downstream {
	return downstream.New(name, downstream.Config{Timeout: time.Hour})
}

func (g *ownGroup) Require(name string, f Callee) { aggregate.Require(g.g, part(name), f) }

func (g *ownGroup) Prefer(name string, f Callee, instead string) (func() string, error) {
	return aggregate.Prefer(g.g, part(name), f, fallback.Value(instead)).Value, nil
}

func (g *ownGroup) Wait() error                 { return g.g.Wait() }
func (g *ownGroup) Degraded() ([]string, error) { return g.g.Degraded(), nil }
