package ctxdrop

import (
	"context"
	"net/http"
)

// The factory takes no context; who sends the request attaches it.
func newRequest(method, path string) (*http.Request, error) {
	req, err := http.NewRequest(method, "https://a.internal"+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

func okFactory(ctx context.Context) (*http.Response, error) {
	req, err := newRequest(http.MethodGet, "/items")
	if err != nil {
		return nil, err
	}
	return stock.Do(req.WithContext(ctx))
}

// The factory itself may have a context for other things; its callers attach theirs.
func newSigned(ctx context.Context, path string) (*http.Request, error) {
	_ = ctx.Value("key")
	return http.NewRequest(http.MethodGet, "https://a.internal"+path, nil)
}

func okSigned(ctx context.Context) (*http.Response, error) {
	req, err := newSigned(ctx, "/items")
	if err != nil {
		return nil, err
	}
	return send(ctx, req)
}

func send(ctx context.Context, req *http.Request) (*http.Response, error) {
	return stock.Do(req.WithContext(ctx))
}
