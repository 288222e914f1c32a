package limited

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

type Client struct {
	lim *rate.Limiter
	hc  *http.Client
}

func New() *Client {
	return &Client{rate.NewLimiter(rate.Every(100*time.Millisecond), 5), &http.Client{Timeout: 2 * time.Second}}
}

func (c *Client) Head(ctx context.Context, url string) error {
	if err := c.lim.Wait(ctx); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
