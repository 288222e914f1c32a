package checkout

import (
	"context"

	"cases/809-cart-made-on-first-look/carts"
)

type Summary struct {
	Lines []string
	Cents int64
}

type Service struct{ carts *carts.Client }

func (s *Service) Summary(ctx context.Context, user string) (*Summary, error) {
	cart, err := s.carts.Get(ctx, user)
	if err != nil {
		return nil, err
	}
	total, err := s.carts.Total(ctx, user)
	if err != nil {
		return nil, err
	}
	return &Summary{Lines: cart.Lines, Cents: total}, nil
}
