// Package connuser has its connection from a package that bounds it.
package connuser

import (
	"context"

	"nodeadline/conn"
	"nodeadline/stockpb"
)

// Level is bounded by the interceptor of package conn.
func Level(target string) (*stockpb.Level, error) {
	c, err := conn.Stock(target)
	if err != nil {
		return nil, err
	}
	return c.GetStock(context.Background(), &stockpb.Item{})
}
