// Package seqcalls_std is part of no module that requires golang.org/x/sync, and does not import it.
package seqcalls_std

import (
	"context"
	"fmt"
	"net/http"
)

type client struct {
	base string
	http *http.Client
}

func (c *client) status(ctx context.Context, path string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (c *client) ping(ctx context.Context, path string) error {
	_, err := c.status(ctx, path)
	return err
}

func (c *client) both(ctx context.Context) (string, error) {
	// What the page needs.
	a, err := c.status(ctx, "/a")
	if err != nil {
		return "", fmt.Errorf("a: %w", err) // wrapped
	}
	b, err := c.status(ctx, "/b") // want `2 calls wait`
	if err != nil {
		// b has no name of its own
		return "", err
	}
	return fmt.Sprint(a, b), nil
}

func (c *client) pings(ctx context.Context) error {
	if err := c.ping(ctx, "/a"); err != nil {
		return err
	}
	if err := c.ping(ctx, "/b"); err != nil { // want `2 calls wait`
		return err
	}
	return nil
}
