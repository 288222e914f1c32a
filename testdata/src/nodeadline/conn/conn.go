// Package conn gives every call on its connections a deadline by an interceptor.
package conn

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"nodeadline/stockpb"
)

func within(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return invoker(ctx, method, req, reply, cc, opts...)
	}
}

// Stock makes the client.
func Stock(target string) (stockpb.StockClient, error) {
	cc, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(within(time.Second)))
	if err != nil {
		return nil, err
	}
	return stockpb.NewStockClient(cc), nil
}

// Warm is bounded by the interceptor.
func Warm(c stockpb.StockClient) error {
	_, err := c.GetStock(context.Background(), &stockpb.Item{})
	return err
}
