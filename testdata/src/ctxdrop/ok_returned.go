package ctxdrop

import (
	"context"
	"net/http"
)

// A getter is made where a context is at hand, and called later, when that one is long over.
func getter(path string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		return stock.Get("https://a.internal" + path)
	}
}

type poller struct {
	read func() (*http.Response, error)
}

func okReturned(ctx context.Context, name string) (*poller, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &poller{read: getter("/items/" + name)}, nil
}
