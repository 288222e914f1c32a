// Package chainuser calls over such a connection.
package chainuser

import (
	"context"
	"time"

	"nodeadline/chain"
	"nodeadline/stockpb"
)

// Level asks once.
func Level(target string) (*stockpb.Level, error) {
	cc, err := chain.Dial(target, time.Second)
	if err != nil {
		return nil, err
	}
	return stockpb.NewStockClient(cc).GetStock(context.Background(), &stockpb.Item{})
}
