package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

const writeLimit = 10 * time.Second

type api struct{ client *http.Client }

func (a *api) load(ctx context.Context, w http.ResponseWriter, url string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := a.client.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	var v any
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(v)
}

func (a *api) export(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second) // want `context.WithTimeout allows the handler 30s, but the server stops writing its answer after 10s, by WriteTimeout \(server.go:\d+\) \(overbudget/server\)`
	defer cancel()
	a.load(ctx, w, "http://export.example")
}

func (a *api) page(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	a.load(ctx, w, "http://page.example")
}

// On another server.
func (a *api) report(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	a.load(ctx, w, "http://report.example")
}

func (a *api) slow(w http.ResponseWriter, r *http.Request) { a.load(r.Context(), w, "http://slow.example") }

// Registered by a function that is given the router.
func (a *api) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /export", a.export)
	mux.HandleFunc("GET /page", a.page)
}

func (a *api) server() *http.Server {
	mux := http.NewServeMux()
	a.routes(mux)
	mux.Handle("GET /slow", http.TimeoutHandler(http.HandlerFunc(a.slow), 20*time.Second, "")) // want `http.TimeoutHandler allows the handler 20s, but the server stops writing its answer after 10s`
	mux.Handle("GET /fast", http.TimeoutHandler(http.HandlerFunc(a.slow), 8*time.Second, ""))
	srv := &http.Server{Handler: mux}
	srv.WriteTimeout = writeLimit
	return srv
}

func (a *api) internal() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /report", a.report)
	return &http.Server{Handler: mux, WriteTimeout: time.Minute}
}

// No limit at all.
func (a *api) debug() *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /report", http.TimeoutHandler(http.HandlerFunc(a.report), time.Hour, ""))
	return &http.Server{Handler: mux}
}
