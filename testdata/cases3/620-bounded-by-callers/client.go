package client

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

type Client struct {
	base string
	http http.Client
}

func New(base string) *Client { return &Client{base: base} }

func (c *Client) get(ctx context.Context, path string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

func (c *Client) User(ctx context.Context, id string) (name string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	err = c.get(ctx, "/users/"+id, &name)
	return name, err
}

func (c *Client) Report(ctx context.Context, id string) (body json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err = c.get(ctx, "/reports/"+id, &body)
	return body, err
}
