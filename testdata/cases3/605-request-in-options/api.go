package api

import (
	"context"
	"net/http"
	"time"
)

type Request func(*http.Request) *http.Request

func WithContext(ctx context.Context) Request {
	return func(r *http.Request) *http.Request { return r.WithContext(ctx) }
}

func WithHeader(k, v string) Request {
	return func(r *http.Request) *http.Request { r.Header.Set(k, v); return r }
}

type Client struct {
	base string
	hc   *http.Client
}

func New(base string) *Client { return &Client{base, &http.Client{Timeout: 10 * time.Second}} }

func (c *Client) do(method, path string, opts ...Request) (*http.Response, error) {
	req, err := http.NewRequest(method, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	for _, o := range opts {
		req = o(req)
	}
	return c.hc.Do(req)
}

func (c *Client) Ping(ctx context.Context) error {
	resp, err := c.do(http.MethodGet, "/ping", WithContext(ctx), WithHeader("Accept", "application/json"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
