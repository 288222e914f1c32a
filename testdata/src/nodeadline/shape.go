package nodeadline

import (
	"context"
	"iter"
	"sync"

	"nodeadline/call"
	"nodeadline/stockpb"
)

// A method value is the method.
func methodValue(c stockpb.StockClient) error {
	get := c.GetStock
	_, err := get(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
	return err
}

// A closure uses the context around it.
func closure(c stockpb.StockClient) error {
	ctx := context.Background() // want `context.Background\(\) carries no deadline`
	load := func(sku string) error {
		_, err := c.GetStock(ctx, &stockpb.Item{Sku: sku})
		return err
	}
	if err := load("1"); err != nil {
		return err
	}
	return load("2")
}

// A generic wrapper does what its instances do.
func ask[In, Out any](ctx context.Context, f func(context.Context, In) (Out, error), in In) (Out, error) {
	return f(ctx, in)
}

func level[T any](ctx context.Context, c stockpb.StockClient, into *T) error {
	_, err := c.GetStock(ctx, &stockpb.Item{})
	return err
}

func generic(c stockpb.StockClient) error {
	var n int64
	return level[int64](context.Background(), c, &n) // want `context.Background\(\) carries no deadline`
}

func overFunc(c stockpb.StockClient, skus iter.Seq[string]) error {
	for sku := range skus {
		if _, err := c.GetStock(context.Background(), &stockpb.Item{Sku: sku}); err != nil { // want `context.Background\(\) carries no deadline`
			return err
		}
	}
	return nil
}

func overInt(c stockpb.StockClient) {
	for i := range 3 {
		c.GetStock(context.TODO(), &stockpb.Item{Sku: string(rune('a' + i))}) // want `context.TODO\(\) carries no deadline`
	}
}

func waitGroup(c stockpb.StockClient, skus []string) {
	var wg sync.WaitGroup
	for _, sku := range skus {
		wg.Go(func() {
			call.Level(context.Background(), c, sku) // want `context.Background\(\) carries no deadline`
		})
	}
	wg.Wait()
}

// Nobody can cancel what nobody waits for, so a deadline is all it has.
func background(c stockpb.StockClient) {
	go c.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
}

// A switch and a select have lists of their own.
func cases(c stockpb.StockClient, kind int, tick <-chan bool) {
	switch kind {
	case 1:
		c.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
	}
	select {
	case <-tick:
		c.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline`
	default:
	}
}

// A deadline on one path only: nothing is known.
func okSometimes(c stockpb.StockClient, hurry bool) {
	ctx, cancel := context.WithCancel(context.Background())
	if hurry {
		ctx, cancel = context.WithTimeout(ctx, callTimeout)
	}
	defer cancel()
	c.GetStock(ctx, &stockpb.Item{})
}
