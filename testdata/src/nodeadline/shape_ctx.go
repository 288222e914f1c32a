package nodeadline

import (
	"context"

	"golang.org/x/sync/errgroup"

	"nodeadline/stockpb"
)

// A generic type does what its instances do.
type shelves[T any] struct{ c stockpb.StockClient }

func (s *shelves[T]) load() error {
	_, err := s.c.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
	return err
}

// A root kept in a variable, or in a field that is never given another one.
var forever = context.TODO()

func keptInVariable(c stockpb.StockClient) error {
	_, err := c.GetStock(forever, &stockpb.Item{}) // want `a root context carries no deadline`
	return err
}

type keeper struct{ ctx context.Context }

func newKeeper() *keeper { return &keeper{ctx: context.Background()} }

func (k *keeper) level(c stockpb.StockClient) error {
	_, err := c.GetStock(k.ctx, &stockpb.Item{}) // want `a root context carries no deadline`
	return err
}

// A promoted method is that of the embedded interface.
type depot struct{ stockpb.StockClient }

func (d depot) all() error {
	_, err := d.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
	return err
}

// A group's context ends with the first error, not in time.
func group(c stockpb.StockClient) error {
	g, ctx := errgroup.WithContext(context.Background()) // want `context.Background\(\) carries no deadline`
	g.Go(func() error {
		_, err := c.GetStock(ctx, &stockpb.Item{})
		return err
	})
	return g.Wait()
}

// The literal is given the root as its argument.
func handed(c stockpb.StockClient) {
	go func(ctx context.Context) {
		c.GetStock(ctx, &stockpb.Item{})
	}(context.Background()) // want `context.Background\(\) carries no deadline`
}
