package nodeadline

import (
	"context"
	"net/http"
)

type weather struct{ hc http.Client }

// A field by value that nobody fills is the zero client.
func (w *weather) today(url string) (*http.Response, error) {
	return w.hc.Get(url) // want `zero http.Client, which has no Timeout`
}

type option func(*search)

type search struct {
	hc   *http.Client
	base string
}

func withBase(base string) option { return func(s *search) { s.base = base } }

// An option that sets something else does not help.
func withTransport(rt http.RoundTripper) option { return func(s *search) { s.hc.Transport = rt } }

func newSearch(opts ...option) *search {
	s := &search{hc: &http.Client{}} // want `http.Client without Timeout`
	for _, o := range opts {
		o(s)
	}
	return s
}

func (s *search) find(ctx context.Context, q string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+q, nil)
	if err != nil {
		return nil, err
	}
	return s.hc.Do(req)
}
