package forge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Runner struct {
	ID   int64
	Busy bool
}

type Client struct {
	base string
	hc   http.Client
}

func New(base string) *Client {
	return &Client{base: base, hc: http.Client{Timeout: 15 * time.Second}}
}

func (c *Client) Runner(ctx context.Context, id int64) (Runner, error) {
	var r Runner
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/runners/%d", c.base, id), nil)
	if err != nil {
		return r, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return r, fmt.Errorf("runner %d: %s", id, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&r)
	return r, err
}
