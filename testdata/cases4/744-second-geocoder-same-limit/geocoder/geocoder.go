package geocoder

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

type Client struct {
	base, key string
	hc        *http.Client
}

func New(base, key string) *Client {
	return &Client{base: base, key: key, hc: &http.Client{Timeout: 8 * time.Second}}
}

func (c *Client) Locate(ctx context.Context, address string) (pt Point, err error) {
	q := url.Values{"q": {address}, "key": {c.key}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/search?"+q.Encode(), nil)
	if err != nil {
		return pt, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return pt, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return pt, fmt.Errorf("geocoder: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&pt)
	return pt, err
}
