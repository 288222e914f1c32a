// Package probes asks whether things are up. Who runs a Probe says how long it may take.
package probes

import (
	"context"
	"net/http"
)

// Probe is run once a minute, elsewhere.
type Probe interface {
	Run(ctx context.Context) error
}

type page struct{ url string }

// New makes one.
func New(url string) Probe { return page{url} }

func (p page) Run(ctx context.Context) error { return get(ctx, p.url) }

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Fetch is nobody's method: no interface says who calls it.
func Fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout, and nothing in sight gives`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
