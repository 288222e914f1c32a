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

// ShopServer is what a generator makes of a service: a framework calls it, on the context of the request.
type ShopServer interface {
	PlaceOrder(ctx context.Context, order string) error
}

type shop struct{ http *http.Client }

func newShop() *shop { return &shop{&http.Client{}} } // want `http.Client without Timeout, and nothing in sight gives \(\*http.Client\).Do a deadline \(nodeadline/client\)`

func (s *shop) PlaceOrder(ctx context.Context, order string) error { return s.ship(ctx, order) }

func (s *shop) ship(ctx context.Context, order string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://shipping.example/"+order, nil)
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var _ ShopServer = newShop()
