// Package svcconfig bounds its calls by the connection's service config.
package svcconfig

import (
	"context"

	"google.golang.org/grpc"

	"nodeadline/stockpb"
)

const config = `{"methodConfig": [{"name": [{}], "timeout": "1s"}]}`

// Stock asks once.
func Stock(target string) (*stockpb.Level, error) {
	cc, err := grpc.NewClient(target, grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return nil, err
	}
	defer cc.Close()
	return stockpb.NewStockClient(cc).GetStock(context.Background(), &stockpb.Item{})
}
