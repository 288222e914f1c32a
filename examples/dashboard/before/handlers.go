package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"sync"
	"time"
)

type requestIDKey struct{}

// Server answers the dashboard API.
type Server struct {
	users     *UserClient
	orders    *OrderClient
	stock     *StockClient
	recommend *RecommendClient
	notify    *NotifyClient
}

// NewServer wires the clients to the services in cfg.
func NewServer(cfg Config) *Server {
	return &Server{
		users:     &UserClient{baseURL: cfg.UserURL},
		orders:    NewOrderClient(cfg.OrderURL),
		stock:     &StockClient{baseURL: cfg.StockURL},
		recommend: &RecommendClient{baseURL: cfg.RecommendURL, retries: 3},
		notify:    &NotifyClient{baseURL: cfg.NotifyURL},
	}
}

// Routes returns the handler of the whole API.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/dashboard", s.handleDashboard)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	return withRequestID(mux)
}

func (s *Server) handleDashboard(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	userID := r.URL.Query().Get("user")
	if userID == "" {
		http.Error(w, "user is missing", http.StatusBadRequest)
		return
	}

	user, err := s.users.Get(userID)
	if err != nil {
		fail(w, err)
		return
	}
	orders, err := s.orders.Recent(r.Context(), userID)
	if err != nil {
		fail(w, err)
		return
	}
	lines, err := s.withStock(orders)
	if err != nil {
		fail(w, err)
		return
	}
	recommended, err := s.recommend.For(userID)
	if err != nil {
		fail(w, err)
		return
	}
	unread, err := s.notify.Unread(userID)
	if err != nil {
		fail(w, err)
		return
	}
	if err := s.notify.Seen(r.Context(), userID); err != nil {
		fail(w, err)
		return
	}

	w.Header().Set("Content-Type", "application/json")
	page := Dashboard{User: user, Orders: lines, Recommended: recommended, Unread: unread}
	if err := json.NewEncoder(w).Encode(page); err != nil {
		log.Printf("dashboard: write: %v", err)
	}
	log.Printf("dashboard: user %s in %s", userID, time.Since(start).Round(time.Millisecond))
}

// withStock looks up what is left of every ordered product.
func (s *Server) withStock(orders []Order) ([]OrderLine, error) {
	lines := make([]OrderLine, len(orders))
	errs := make([]error, len(orders))
	var wg sync.WaitGroup
	for i, o := range orders {
		wg.Add(1)
		go func() {
			defer wg.Done()
			stock, err := s.stock.Get(o.SKU)
			lines[i] = OrderLine{Order: o, InStock: stock.Available}
			errs[i] = err
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

func withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), requestIDKey{}, r.Header.Get("X-Request-Id"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func fail(w http.ResponseWriter, err error) {
	log.Printf("dashboard: %v", err)
	http.Error(w, "dashboard is unavailable", http.StatusInternalServerError)
}
