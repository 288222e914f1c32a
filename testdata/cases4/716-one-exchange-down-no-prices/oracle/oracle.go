package oracle

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cases/716-one-exchange-down-no-prices/exchange"
)

type Oracle struct {
	exchanges map[string]*exchange.Client
	last      map[string]map[string]float64
}

func New(urls map[string]string) *Oracle {
	o := &Oracle{exchanges: map[string]*exchange.Client{}}
	for name, u := range urls {
		o.exchanges[name] = exchange.New(name, u)
	}
	return o
}

func (o *Oracle) collect(ctx context.Context, pairs []string) (map[string]map[string]float64, error) {
	prices := make(map[string]map[string]float64, len(o.exchanges))
	var mtx sync.Mutex
	var g errgroup.Group
	g.SetLimit(4)
	for _, name := range slices.Sorted(maps.Keys(o.exchanges)) {
		g.Go(func() error {
			p, err := o.exchanges[name].Tickers(ctx, pairs)
			if err == nil {
				mtx.Lock()
				prices[name] = p
				mtx.Unlock()
			}
			return err // alt:allornothing
		})
	}
	err := g.Wait() // alt:allornothing
	if err != nil {
		return nil, err // want:allornothing
	}
	return prices, nil
}

// Run collects prices until the context ends.
func (o *Oracle) Run(ctx context.Context, pairs []string) {
	t := time.NewTicker(15 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		p, err := o.collect(ctx, pairs)
		if err != nil {
			slog.Error("tick failed", "err", err)
			continue
		}
		o.last = p
	}
}
