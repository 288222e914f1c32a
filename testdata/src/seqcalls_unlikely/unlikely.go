// Package seqcalls_unlikely asks services that are out of sight, where those do not count.
package seqcalls_unlikely

import "context"

type PriceService interface {
	GetPrice(ctx context.Context, item string) (int, error)
}

func both(ctx context.Context, prices PriceService) (int, error) {
	x, err := prices.GetPrice(ctx, "a")
	if err != nil {
		return 0, err
	}
	y, err := prices.GetPrice(ctx, "b")
	return x + y, err
}
