package metal

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Device struct {
	ID    string `json:"id"`
	State string `json:"state"`
}

type Client struct {
	base, token string
}

func NewClient(base, token string) *Client {
	http.DefaultClient.Timeout = 3 * time.Second // want:sharedpool
	return &Client{base: base, token: token}
}

// Device reads one device.
func (c *Client) Device(ctx context.Context, id string) (*Device, error) {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/devices/"+id, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Auth-Token", c.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("device %s: %s", id, resp.Status)
	}
	d := new(Device)
	if err := json.NewDecoder(resp.Body).Decode(d); err != nil {
		return nil, err
	}
	return d, nil
}
