// Package routes makes the handler that another package serves.
package routes

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// Public gives each request a minute.
func Public(list http.HandlerFunc) http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Logger, middleware.Timeout(time.Minute))
	r.Get("/orders", list)
	return r
}

// Plain gives none.
func Plain(list http.HandlerFunc) http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	r.Get("/orders", list)
	return r
}
