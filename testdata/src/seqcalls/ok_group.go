package seqcalls

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Members of a group are under way together.
func (p *Pages) okGroup(ctx context.Context, a, b string) (x, y int, err error) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		x, err = p.shop.Stock(gctx, a)
		return err
	})
	g.Go(func() (err error) {
		y, err = p.shop.Stock(gctx, b)
		return err
	})
	return x, y, g.Wait()
}
