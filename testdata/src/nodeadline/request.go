package nodeadline

import (
	"context"
	"net/http"
)

func newRequest(path string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, "https://shop.example.com"+path, nil)
}

// The factory's request carries no deadline, nor does the client.
func cart() (*http.Response, error) {
	req, err := newRequest("/cart")
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `\(\*http.Client\).Do may wait for ever: http.DefaultClient has no Timeout`
}

func okCart(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	req, err := newRequest("/cart")
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req.WithContext(ctx))
}

// A root context, attached by hand.
func wishes() (*http.Response, error) {
	req, err := newRequest("/wishes")
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req.WithContext(context.TODO())) // want `context.TODO\(\) carries no deadline, and nothing else bounds \(\*http.Client\).Do`
}

func okWishes(ctx context.Context, r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return http.DefaultClient.Do(r.Clone(ctx))
}
