// Package fakes stands in for the five services of the dashboard, so that the example runs on its own. It keeps no
// state beyond fixed answers.
package fakes

import (
	"encoding/json"
	"net/http"
	"time"
)

// Config bends the services out of shape. The zero value answers everything at once and well.
type Config struct {
	RecommendDelay time.Duration // recommend-service answers after this long
	BrokenStock    bool          // stock-service answers 503
}

// Handler answers for all five services.
func Handler(cfg Config) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /users/{id}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, map[string]any{"id": r.PathValue("id"), "name": "Ada", "email": "ada@example.com"})
	})
	mux.HandleFunc("GET /orders", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, []map[string]any{
			{"id": "o-3", "sku": "lamp", "qty": 1, "status": "shipped"},
			{"id": "o-2", "sku": "desk", "qty": 1, "status": "delivered"},
			{"id": "o-1", "sku": "chair", "qty": 4, "status": "delivered"},
		})
	})
	mux.HandleFunc("GET /stock/{sku}", func(w http.ResponseWriter, r *http.Request) {
		if cfg.BrokenStock {
			http.Error(w, "no database", http.StatusServiceUnavailable)
			return
		}
		sku := r.PathValue("sku")
		answer(w, map[string]any{"sku": sku, "available": 10 * len(sku)})
	})
	mux.HandleFunc("GET /recommendations", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(cfg.RecommendDelay):
		case <-r.Context().Done():
			return
		}
		answer(w, []map[string]any{{"sku": "shelf", "title": "Shelf", "score": 0.9}})
	})
	mux.HandleFunc("GET /notifications/count", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]int{"unread": 2})
	})
	mux.HandleFunc("POST /notifications/seen", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client has gone: nobody left to tell
}
