// Package handler wraps its handlers by http.TimeoutHandler.
package handler

import (
	"net/http"
	"time"

	"nodeadline/stockpb"
)

type server struct{ stock stockpb.StockClient }

// Routes is what main serves.
func Routes(s *server) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.page)
	return http.TimeoutHandler(mux, 2*time.Second, "too slow")
}

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	if _, err := s.stock.GetStock(r.Context(), &stockpb.Item{}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
