package nodeadline

import (
	"context"

	"nodeadline/stockpb"
)

func ignored(c stockpb.StockClient) {
	//budgetlint:ignore nodeadline the warehouse answers at once or the pod is restarted
	c.GetStock(context.Background(), &stockpb.Item{})
	c.GetStock(context.Background(), &stockpb.Item{}) //budgetlint:ignore nodeadline see above
}
