package quotes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

type Quote struct {
	Symbol string
	Cents  int64
}

// Client asks the quote server; callers bound every call by its context.
type Client struct {
	base string
	hc   *http.Client
}

func New(base string) *Client { return &Client{base: base, hc: &http.Client{}} }

func (c *Client) Get(ctx context.Context, symbol string) (Quote, error) {
	var q Quote
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/quotes/"+url.PathEscape(symbol), nil)
	if err != nil {
		return q, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return q, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return q, fmt.Errorf("quote %s: %s", symbol, resp.Status)
	}
	return q, json.NewDecoder(resp.Body).Decode(&q)
}
