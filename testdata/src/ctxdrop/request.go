package ctxdrop

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// The request of a handler is at hand; the outgoing one is built without its context.
func relay(w http.ResponseWriter, r *http.Request) {
	out, err := http.NewRequest( // want `the request is built without r.Context\(\)`
		r.Method,
		"https://users.internal"+r.URL.Path, // the path is kept
		r.Body,
	)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := stock.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

// One request is sent twice; one report.
func twice(ctx context.Context) error {
	req, err := http.NewRequest("GET", "https://a.internal", nil) // want `built without ctx`
	if err != nil {
		return err
	}
	for range 2 {
		resp, err := stock.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	resp, err := stock.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

// The client is an interface that repeats Do.
func through(ctx context.Context, c doer, body string) (*http.Response, error) {
	req, err := http.NewRequest("PUT", fmt.Sprintf("https://%s", body), strings.NewReader(body)) // want `the request is built without ctx, so ctxdrop.doer.Do goes on`
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// A literal is no better than NewRequest.
func literal(ctx context.Context) (*http.Response, error) {
	req := &http.Request{Method: "GET"} // want `the request is built without ctx`
	return stock.Do(req)
}
