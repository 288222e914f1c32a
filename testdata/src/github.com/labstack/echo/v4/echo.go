// Package echo is the part of the real one that fixtures use.
package echo

import "net/http"

type Context interface {
	Request() *http.Request
	SetRequest(r *http.Request)
	Param(name string) string
	JSON(code int, i any) error
	NoContent(code int) error
}

type HandlerFunc func(c Context) error

// NewHTTPError is an error with a status.
func NewHTTPError(code int, message ...any) error { return nil }
