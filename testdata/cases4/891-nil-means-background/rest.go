// none: a root context is used only where the caller passed nil

package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

type Client struct {
	base string
	hc   *http.Client
}

type Options struct {
	Context context.Context
	Accept  string
}

func New(base string) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 15 * time.Second}}
}

func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		ctx = context.Background()
	}
	return ctx
}

func (c *Client) Get(path string, o Options) ([]byte, error) {
	req, err := http.NewRequestWithContext(orBackground(o.Context), http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	if o.Accept != "" {
		req.Header.Set("Accept", o.Accept)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (c *Client) Pods(ctx context.Context, ns string) ([]byte, error) {
	return c.Get("/namespaces/"+ns+"/pods", Options{Context: ctx, Accept: "application/json"})
}
