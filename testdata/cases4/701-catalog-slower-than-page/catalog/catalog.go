package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const callTimeout = 2 * time.Second

type Item struct {
	SKU   string `json:"sku"`
	Title string `json:"title"`
	Cents int64  `json:"cents"`
}

type Client struct {
	base string
	http *http.Client
}

func NewClient(base string) *Client { return &Client{base: base, http: &http.Client{}} }

// Item reads one catalog entry.
func (c *Client) Item(ctx context.Context, sku string) (*Item, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout) // alt:overbudget
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/items/"+url.PathEscape(sku), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("catalog item %s: %w", sku, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("catalog item %s: status %d", sku, resp.StatusCode)
	}
	var it Item
	if err := json.NewDecoder(resp.Body).Decode(&it); err != nil {
		return nil, err
	}
	return &it, nil
}
