// Package geo finds places by their names.
package geo

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Client asks one provider.
type Client struct {
	base string
	http *http.Client
}

// New makes a client whose calls end after eight seconds.
func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 8 * time.Second}}
}

// Locate finds a place.
func (c *Client) Locate(ctx context.Context, name string) (p [2]float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/search?q="+name, nil)
	if err != nil {
		return p, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	return p, json.NewDecoder(resp.Body).Decode(&p)
}
