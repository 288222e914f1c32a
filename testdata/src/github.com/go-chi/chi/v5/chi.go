// Package chi is a stand-in for github.com/go-chi/chi/v5.
package chi

import "net/http"

// Mux is a router.
type Mux struct{}

// NewRouter makes one.
func NewRouter() *Mux { return &Mux{} }

// Use adds middlewares.
func (*Mux) Use(...func(http.Handler) http.Handler) {}

// Get registers a handler.
func (*Mux) Get(pattern string, h http.HandlerFunc) {}

// ServeHTTP serves.
func (*Mux) ServeHTTP(http.ResponseWriter, *http.Request) {}
