// Package seqloop_std is part of no module that requires golang.org/x/sync, and does not import it.
package seqloop_std

import (
	"context"
	"fmt"
)

// PriceService is implemented out of sight.
type PriceService interface {
	GetPrice(ctx context.Context, id string) (cents int, currency string, err error)
}

type price struct {
	cents    int
	currency string
}

func all(ctx context.Context, s PriceService, ids []string) ([]price, error) {
	out := make([]price, len(ids))
	for i, id := range ids {
		cents, currency, err := s.GetPrice(ctx, id) // want `probably remote, once for each of ids`
		if err != nil {
			return nil, fmt.Errorf("price of %s: %w", id, err)
		}
		out[i] = price{cents, currency}
	}
	return out, nil
}

func known(ctx context.Context, s PriceService, ids []string) (out []int) {
	for _, id := range ids {
		cents, _, err := s.GetPrice(ctx, id) // want `once for each of ids`
		if err == nil {
			out = append(out, cents)
		}
	}
	return out
}
