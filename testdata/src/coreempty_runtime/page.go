// Package coreempty_runtime builds pages with the runtime.
package coreempty_runtime

import (
	"context"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

var (
	orders = downstream.New("orders", downstream.Config{Timeout: 800 * time.Millisecond, Core: true})
	hints  = downstream.New("hints", downstream.Config{Timeout: 400 * time.Millisecond, Degradable: true})
)

func load(context.Context) ([]string, error) { return nil, nil }

// A core part with a fallback: the runtime panics on it.
func preferred(ctx context.Context) ([]string, error) {
	g := aggregate.New(ctx)
	o := aggregate.Prefer(g, orders, load, fallback.Value([]string{})) // want `^orders is core, so there is no answer without it: aggregate.Prefer panics on it; take Require, or Do \(coreempty/core\)$`
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return o.Value(), nil
}

func withDefault(ctx context.Context) ([]string, error) {
	v, _, err := downstream.DoOr(ctx, orders, load, fallback.Value([]string{})) // want `orders is core`
	return v, err
}

// A part that may be missing, and nobody is told.
func untold(ctx context.Context) ([]string, error) {
	g := aggregate.New(ctx)
	h := aggregate.Prefer(g, hints, load, fallback.Value([]string{})) // want `^hints may be missing, and nobody is told: neither g.Degraded\(\) nor the part's State is read \(coreempty/degraded\)$`
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return h.Value(), nil
}

// It is told.
func told(ctx context.Context) ([]string, []string, error) {
	g := aggregate.New(ctx)
	o := aggregate.Require(g, orders, load)
	h := aggregate.Prefer(g, hints, load, fallback.Value([]string{}))
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	return append(o.Value(), h.Value()...), g.Degraded(), nil
}

func asked(ctx context.Context) ([]string, bool, error) {
	g := aggregate.New(ctx)
	h := aggregate.Prefer(g, hints, load, fallback.Value([]string{}))
	if err := g.Wait(); err != nil {
		return nil, false, err
	}
	_, degraded, _ := h.State()
	return h.Value(), degraded, nil
}

// Somebody else asks.
func handed(ctx context.Context) ([]string, error) {
	g := aggregate.New(ctx)
	h := aggregate.Prefer(g, hints, load, fallback.Value([]string{}))
	return wait(g, h)
}

func wait(g *aggregate.Group, h *aggregate.Result[[]string]) ([]string, error) {
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return append(h.Value(), g.Degraded()...), nil
}

func begun(ctx context.Context) *aggregate.Group {
	g := aggregate.New(ctx)
	aggregate.Prefer(g, hints, load, fallback.Value([]string{}))
	return g
}
