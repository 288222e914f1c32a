package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

type Client struct {
	name, base string
	hc         http.Client
}

func New(name, base string) *Client {
	return &Client{name: name, base: base, hc: http.Client{Timeout: 5 * time.Second}}
}

func (c *Client) Tickers(ctx context.Context, pairs []string) (map[string]float64, error) {
	q := url.Values{"pairs": {strings.Join(pairs, ",")}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/tickers?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s: %s", c.name, resp.Status)
	}
	out := map[string]float64{}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return out, nil
}
