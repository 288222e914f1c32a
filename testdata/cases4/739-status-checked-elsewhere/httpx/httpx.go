package httpx

import (
	"fmt"
	"io"
	"net/http"
	"slices"
)

// StatusError is an answer nobody asked for.
type StatusError struct {
	Code int
	Body string
}

func (e *StatusError) Error() string { return fmt.Sprintf("status %d: %s", e.Code, e.Body) }

// Expect returns nil if the response carries one of the codes.
func Expect(resp *http.Response, codes ...int) error {
	if slices.Contains(codes, resp.StatusCode) {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	return &StatusError{Code: resp.StatusCode, Body: string(b)}
}
