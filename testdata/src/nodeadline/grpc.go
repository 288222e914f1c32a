package nodeadline

import (
	"context"

	"google.golang.org/grpc"

	"nodeadline/stockpb"
)

type warehouse struct{ stock stockpb.StockClient }

func newWarehouse(cc *grpc.ClientConn) *warehouse {
	return &warehouse{stock: stockpb.NewStockClient(cc)}
}

func (w *warehouse) refresh() error {
	_, err := w.stock.GetStock(context.Background(), &stockpb.Item{}) // want `context.Background\(\) carries no deadline, and nothing else bounds stockpb.StockClient.GetStock`
	return err
}

// A cancel bounds nothing unless somebody calls it in time.
func (w *warehouse) recount(items []*stockpb.Item) error {
	ctx, cancel := context.WithCancel(context.Background()) // want `context.Background\(\) carries no deadline`
	defer cancel()
	for _, it := range items {
		if _, err := w.stock.GetStock(ctx, it); err != nil {
			return err
		}
	}
	return nil
}

func (w *warehouse) okLevel(ctx context.Context, it *stockpb.Item) error {
	_, err := w.stock.GetStock(ctx, it) // the caller decides
	return err
}

func (w *warehouse) okRefresh() error {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	_, err := w.stock.GetStock(ctx, &stockpb.Item{})
	return err
}

// A stream is meant to stay open.
func (w *warehouse) okFollow() error {
	s, err := w.stock.WatchStock(context.Background(), &stockpb.Item{})
	if err != nil {
		return err
	}
	return s.RecvMsg(new(stockpb.Level))
}
