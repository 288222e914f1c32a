package main

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

//go:embed budget.json
var budgetFile []byte

// URLs says where the services are.
type URLs struct{ User, Order, Stock, Recommend, Notify string }

// Server answers the dashboard API.
type Server struct {
	urls       URLs
	client     *http.Client
	aggregator *contract.Aggregator

	user, order, stock, recommend, notify *downstream.Downstream
}

// NewServer wires the services at urls together as c says.
func NewServer(urls URLs, c *contract.Contract, o ...downstream.Option) (*Server, error) {
	set, err := downstream.FromContract(c, "", o...)
	if err != nil {
		return nil, err
	}
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, fmt.Errorf("http.DefaultTransport is a %T", http.DefaultTransport)
	}
	transport = transport.Clone()
	transport.MaxIdleConnsPerHost = 64 // of 2, most connections would be closed after one request
	a := c.Aggregator("")
	return &Server{
		urls:       urls,
		client:     &http.Client{Transport: httpbudget.Transport(transport), Timeout: a.TotalBudget},
		aggregator: a,
		user:       set.Get("user-service"),
		order:      set.Get("order-service"),
		stock:      set.Get("stock-service"),
		recommend:  set.Get("recommend-service"),
		notify:     set.Get("notify-service"),
	}, nil
}

// Routes returns the handler of the whole API. Each request gets the contract's budget, or its caller's where that is
// less.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/dashboard", s.handleDashboard)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	return httpbudget.Middleware(s.aggregator.TotalBudget, s.aggregator.SafetyMargin)(logged(mux))
}

// logged writes a line for each request, after those of its calls and under the same trace id.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func(start time.Time) {
			slog.InfoContext(r.Context(), "request", "path", r.URL.Path, "took", time.Since(start), "trace_id", record.TraceID(r.Context()))
		}(time.Now())
		next.ServeHTTP(w, r)
	})
}

// logCalls and logBreaker are the options that make the runtime speak.
func logCalls() downstream.Option { return downstream.Observe(record.Slog(nil)) }

func logBreaker() downstream.Option {
	return downstream.OnStateChange(func(name string, from, to breaker.State) {
		slog.LogAttrs(context.Background(), slog.LevelWarn, "breaker",
			slog.String("downstream", name), slog.String("from", from.String()), slog.String("to", to.String()))
	})
}
