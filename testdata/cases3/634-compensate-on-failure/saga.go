package saga

import (
	"context"
	"net/http"
	"time"
)

type Client struct {
	base string
	hc   *http.Client
}

func (c *Client) post(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Book undoes the first step if the second fails, also when the caller has gone.
func (c *Client) Book(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := c.post(ctx, "/reserve"); err != nil {
		return err
	}
	err := c.post(ctx, "/charge")
	if err != nil {
		undo, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer done()
		_ = c.post(undo, "/unreserve")
	}
	return err
}
