package overbudget

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"overbudget/routes"
)

type reporter struct{ limit time.Duration }

// What stands in front of the handlers gives them longer than the server waits.
func aroundTheMux(c *reporter) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reports", c.reports)
	return &http.Server{
		Handler:      logged(http.TimeoutHandler(mux, 50*time.Second, "too slow")), // want `^http.TimeoutHandler allows the handler 50s, but the server stops writing its answer after 10s, by WriteTimeout \(servers.go:22\) \(overbudget/server\)$`
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 10 * time.Second,
	}
}

// The server began to count first.
func noSooner(c *reporter) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /reports", http.TimeoutHandler(http.HandlerFunc(c.reports), 8*time.Second, "too slow")) // want `^http.TimeoutHandler allows the handler 8s, but the server stops writing its answer after 8s`
	return &http.Server{Handler: mux, WriteTimeout: 8 * time.Second}
}

func byMiddleware(c *reporter) *http.Server {
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	r.Use(middleware.Timeout(60 * time.Second)) // want `^middleware.Timeout allows the handler 1m, but the server stops writing its answer after 15s`
	r.Get("/reports", c.reports)
	return &http.Server{Handler: r, WriteTimeout: 15 * time.Second}
}

func elsewhere(c *reporter) *http.Server {
	return &http.Server{
		Handler:      routes.Public(c.reports), // want `^routes.Public, by middleware.Timeout \(routes.go:15\), allows the handler 1m, but the server stops writing its answer after 20s`
		WriteTimeout: 20 * time.Second,
	}
}

// Inside of a handler that picks the next one, and of a type that serves.
func picking(c *reporter) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reports", c.reports)
	limited := http.TimeoutHandler(mux, 30*time.Second, "too slow") // want `^http.TimeoutHandler allows the handler 30s, but the server stops writing its answer after 25s`
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") == "websocket" {
				mux.ServeHTTP(w, r)
				return
			}
			limited.ServeHTTP(w, r)
		}),
		WriteTimeout: 25 * time.Second,
	}
}

type front struct{ next http.Handler }

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Server", "front")
	f.next.ServeHTTP(w, r)
}

func serving(c *reporter) *http.Server {
	f := &front{next: http.TimeoutHandler(http.HandlerFunc(c.reports), time.Minute, "too slow")} // want `^http.TimeoutHandler allows the handler 1m, but the server stops writing its answer after 35s`
	return &http.Server{Handler: f, WriteTimeout: 35 * time.Second}
}

// A call of the handler may take longer by its client's own limit.
var patient = &http.Client{Timeout: 30 * time.Second}

func waiting() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /waiting", func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://reports.example", nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		resp, err := patient.Do(req) // want `^patient.Do, by http.Client.Timeout \(servers.go:78\), allows the handler 30s, but the server stops writing its answer after 10s`
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
	})
	return &http.Server{Handler: mux, WriteTimeout: 10 * time.Second}
}

// These fit.
func fitting(c *reporter) []*http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reports", c.reports)
	r := chi.NewRouter()
	r.Use(middleware.Timeout(5 * time.Second))
	r.Get("/reports", c.reports)
	return []*http.Server{
		{Handler: http.TimeoutHandler(mux, 9*time.Second, "too slow"), WriteTimeout: 10 * time.Second},
		{Handler: r, WriteTimeout: 10 * time.Second},
		{Handler: routes.Plain(c.reports), WriteTimeout: 10 * time.Second},
		{Handler: routes.Public(c.reports)},
		{Handler: http.TimeoutHandler(mux, c.limit, "too slow"), WriteTimeout: 10 * time.Second},
	}
}

// The deadline around the call is shorter than its client's limit.
func (c *reporter) reports(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 4*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://reports.example", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := patient.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}
