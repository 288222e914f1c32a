package stock

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Level struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

type Option func(*Client)

func WithTimeout(d time.Duration) Option { return func(c *Client) { c.hc.Timeout = d } }

type Client struct {
	base string
	hc   *http.Client
}

func New(base string, opts ...Option) *Client {
	c := &Client{base: base, hc: &http.Client{Timeout: 3 * time.Second}}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *Client) request(ctx context.Context, path string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, fmt.Errorf("stock request: %w", err)
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

// Level answers how many pieces lie in the warehouse.
func (c *Client) Level(ctx context.Context, sku string) (*Level, error) {
	req, err := c.request(ctx, "/levels/"+url.PathEscape(sku))
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req) // alt:coreempty
	if err != nil {
		return nil, fmt.Errorf("stock level: %w", err)
	}
	defer resp.Body.Close()
	level := &Level{SKU: sku}
	if err := json.NewDecoder(resp.Body).Decode(level); err != nil { // want:coreempty
		return nil, fmt.Errorf("stock level: %w", err)
	}
	return level, nil
}
