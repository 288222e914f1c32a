// Package timeoutunit talks to the services behind the order page.
package timeoutunit

import (
	"context"
	"net/http"
)

var orders = &http.Client{Timeout: 30} // want "30 means 30ns: field Timeout is a time.Duration"

// Order loads one order.
func Order(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 500) // want "500 means 500ns: argument of context.WithTimeout is a time.Duration"
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return orders.Do(req)
}
