package wg

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type Pair struct{ A, B int }

type Client struct{ hc *http.Client }

func New() *Client { return &Client{&http.Client{Timeout: time.Second}} }

func (c *Client) status(url string) (int, error) {
	resp, err := c.hc.Get(url) // alt:ctxdrop
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (c *Client) Both(ctx context.Context, a, b string) (p Pair) {
	var wg sync.WaitGroup
	wg.Go(func() { p.A, _ = c.status(a) }) // want:ctxdrop
	wg.Go(func() { p.B, _ = c.status(b) }) // alt:ctxdrop
	wg.Wait()
	return p
}
