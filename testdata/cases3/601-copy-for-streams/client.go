package client

import (
	"context"
	"io"
	"net/http"
	"time"
)

type Client struct{ hc *http.Client }

func New() *Client { return &Client{hc: &http.Client{Timeout: 30 * time.Second}} }

// doStream must not be cut by the overall limit: the caller's context bounds the copy.
func (c *Client) doStream(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	streaming := *c.hc
	streaming.Timeout = 0
	return streaming.Do(req)
}

func (c *Client) Download(ctx context.Context, url string, to io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	resp, err := c.doStream(ctx, url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(to, resp.Body)
	return err
}
