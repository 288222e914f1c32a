// Package limitedvar bounds its handlers by middleware that keeps the request in its variable.
package limitedvar

import (
	"context"
	"net/http"
	"time"

	"nodeadline/stockpb"
)

// Within gives every handler behind it a deadline.
func Within(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		r = r.WithContext(ctx)
		next.ServeHTTP(w, r)
	})
}

type server struct{ stock stockpb.StockClient }

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	if _, err := s.stock.GetStock(r.Context(), &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
