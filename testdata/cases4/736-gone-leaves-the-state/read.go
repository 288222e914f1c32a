// none: only 404 means the object is gone, every other status is an error

package trust

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

type Config struct {
	Origin string `json:"origin"`
	Status string `json:"status"`
}

type Client struct {
	base string
	hc   *http.Client
}

func New(base string) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 15 * time.Second}}
}

// Read returns nil without an error when the configuration has been removed elsewhere.
func (c *Client) Read(ctx context.Context, origin string) (*Config, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/trust/"+origin, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, nil
	case resp.StatusCode >= 300:
		msg, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return nil, fmt.Errorf("trust %s: %s: %s", origin, resp.Status, msg)
	}
	cfg := new(Config)
	if err := json.NewDecoder(resp.Body).Decode(cfg); err != nil {
		return nil, fmt.Errorf("trust %s: %w", origin, err)
	}
	return cfg, nil
}
