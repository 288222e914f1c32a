package node

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Account struct {
	Address  string            `json:"address"`
	Sequence uint64            `json:"sequence"`
	Coins    map[string]string `json:"coins"`
}

type Client struct {
	base *url.URL
	hc   *http.Client
}

func Dial(addr string) (*Client, error) {
	u, err := url.Parse(addr)
	if err != nil {
		return nil, fmt.Errorf("node address: %w", err)
	}
	return &Client{base: u, hc: &http.Client{Timeout: 8 * time.Second}}, nil
}

// Account looks up the balance of an address.
func (c *Client) Account(ctx context.Context, address string) (*Account, error) {
	u := c.base.JoinPath("auth", "accounts", address)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.hc.Do(req) // alt:coreempty
	if err != nil {
		return nil, fmt.Errorf("account %s: %w", address, err)
	}
	defer resp.Body.Close()
	var acc Account
	if err := json.NewDecoder(resp.Body).Decode(&acc); err != nil { // want:coreempty
		return nil, fmt.Errorf("account %s: %w", address, err)
	}
	return &acc, nil
}
