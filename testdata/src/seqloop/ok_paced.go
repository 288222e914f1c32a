package seqloop

import (
	"context"
	"net/http"

	"seqloop/turns"
)

// The limiter is behind a function of another package.
func (s *Shop) inTurn(ctx context.Context, ids []string, pace *turns.Pace) (out []*http.Response) {
	for _, id := range ids {
		if err := pace.Next(ctx); err != nil {
			return out
		}
		resp, _ := s.price(ctx, id)
		out = append(out, resp)
	}
	return out
}

// … behind two, one of them here.
func (s *Shop) turn(ctx context.Context, pace *turns.Pace) error { return pace.Polite(ctx, "shop") }

func (s *Shop) politely(ctx context.Context, ids []string, pace *turns.Pace) (out []*http.Response) {
	for _, id := range ids {
		if s.turn(ctx, pace) != nil {
			return out
		}
		resp, _ := s.price(ctx, id)
		out = append(out, resp)
	}
	return out
}
