package par

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Map runs f for every item, at most limit at a time, and stops at the first error.
func Map[T, R any](ctx context.Context, limit int, items []T, f func(context.Context, T) (R, error)) ([]R, error) {
	out := make([]R, len(items))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(limit)
	for i, it := range items {
		g.Go(func() (err error) {
			out[i], err = f(gctx, it)
			return err // alt:allornothing
		})
	}
	if err := g.Wait(); err != nil { // alt:allornothing
		return nil, err
	}
	return out, nil
}
