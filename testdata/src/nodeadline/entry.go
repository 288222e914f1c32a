package nodeadline

import (
	"context"

	"nodeadline/stockpb"
)

// Consume is where a message enters; nothing has bounded its context yet.
//
//budgetlint:entry total=2s
func Consume(ctx context.Context, c stockpb.StockClient) error { // want `the request's context carries no deadline, and nothing else bounds stockpb.StockClient.GetStock \(nodeadline/request\)`
	_, err := c.GetStock(ctx, &stockpb.Item{})
	return err
}

// The directive says that this leaves the process, and how long it may take.
//
//budgetlint:downstream name=ledger timeout=400ms
func book(ctx context.Context, amount int) error { return nil }

func bookTwice() error {
	if err := book(context.Background(), 1); err != nil { // want `context.Background\(\) carries no deadline, and nothing else bounds nodeadline.book`
		return err
	}
	ctx := context.Background() // want `context.Background\(\) carries no deadline`
	return book(ctx, 2)
}
