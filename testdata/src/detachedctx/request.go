package detachedctx

import (
	"context"
	"net/http"
	"time"
)

var rates = &http.Client{Timeout: 2 * time.Second}

// An outgoing request carries the root.
func rate(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil) // want `context.Background\(\) reaches \(\*http.Client\).Do although ctx is at hand`
	if err != nil {
		return nil, err
	}
	return rates.Do(req)
}

// … or is given it afterwards.
func rateLater(ctx context.Context, req *http.Request) (*http.Response, error) {
	return rates.Do(req.Clone(context.Background())) // want `reaches \(\*http.Client\).Do although ctx is at hand`
}
