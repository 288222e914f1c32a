// Package limitedfunc bounds its handlers by a wrapper for functions.
package limitedfunc

import (
	"context"
	"net/http"
	"time"

	"nodeadline/stockpb"
)

func within(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		next(w, r.WithContext(ctx))
	}
}

type server struct{ stock stockpb.StockClient }

func (s *server) routes(mux *http.ServeMux) { mux.HandleFunc("/", within(s.page)) }

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	if _, err := s.stock.GetStock(r.Context(), &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
