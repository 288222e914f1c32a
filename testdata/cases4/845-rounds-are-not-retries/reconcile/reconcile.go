package reconcile

import (
	"context"
	"log/slog"
	"time"

	"cases/845-rounds-are-not-retries/inventory"
)

type Reconciler struct {
	inv   *inventory.Client
	apply func([]inventory.Host)
}

func (r *Reconciler) round(ctx context.Context) error {
	hosts, err := r.inv.Hosts(ctx)
	if err != nil {
		return err
	}
	r.apply(hosts)
	return nil
}

func (r *Reconciler) Run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := r.round(ctx); err != nil {
				slog.ErrorContext(ctx, "round failed", "err", err)
			}
		}
	}
}
