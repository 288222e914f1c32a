// Package call wraps calls; what bounds them is decided by its callers.
package call

import (
	"context"
	"io"
	"net/http"

	"nodeadline/stockpb"
)

// Level hands its context on.
func Level(ctx context.Context, c stockpb.StockClient, sku string) (int64, error) {
	l, err := c.GetStock(ctx, &stockpb.Item{Sku: sku})
	if err != nil {
		return 0, err
	}
	return l.Count, nil
}

// Twice is one hop further away.
func Twice(ctx context.Context, c stockpb.StockClient, sku string) (int64, error) {
	if _, err := Level(ctx, c, sku); err != nil {
		return 0, err
	}
	return Level(ctx, c, sku)
}

// Bytes sends with the caller's client.
func Bytes(ctx context.Context, hc *http.Client, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// Life is a root that carries the process's name.
func Life() context.Context { return context.WithValue(context.Background(), key{}, "shop") }

type key struct{}

// Brief gives what it returns a deadline.
func Brief(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 1e9)
}

// Stocker has an implementation in this package.
type Stocker interface {
	Stock(ctx context.Context, sku string) (int64, error)
}

// Remote asks the service.
type Remote struct{ Client stockpb.StockClient }

// Stock implements Stocker.
func (r Remote) Stock(ctx context.Context, sku string) (int64, error) {
	return Level(ctx, r.Client, sku)
}
