package feedapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

type Post struct {
	Author string
	Text   string
}

type Client struct{ hc *http.Client }

func New() *Client { return &Client{hc: &http.Client{Timeout: 5 * time.Second}} }

func (c *Client) Timeline(ctx context.Context, home string) (posts []Post, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, home+"/timeline.json", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(home + ": " + resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&posts)
	return posts, err
}
