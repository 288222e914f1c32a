package vault

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type Client struct {
	addr string
	rc   *retryablehttp.Client
}

func New(addr string) *Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 4
	rc.RetryWaitMax = 2 * time.Second
	rc.HTTPClient.Timeout = 5 * time.Second
	rc.Logger = nil
	return &Client{addr: addr, rc: rc}
}

func (c *Client) Secret(ctx context.Context, path string) (map[string]string, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, c.addr+"/v1/"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.rc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, resp.Status)
	}
	var out struct{ Data map[string]string }
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, err
	}
	return out.Data, nil
}
