// Package slowfallback asks a model, and another one if the first does not answer.
package slowfallback

import (
	"context"
	"net/http"
	"strings"
	"time"
)

type client struct {
	primary, second string
	http            *http.Client
}

func (c *client) ask(ctx context.Context, url, prompt string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(prompt))
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// Answer asks within a minute.
func (c *client) Answer(ctx context.Context, prompt string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	resp, err := c.ask(ctx, c.primary, prompt)
	if err != nil {
		return c.ask(ctx, c.second, prompt) // want `^c.ask\(ctx, c.second, prompt\) is asked after c.ask\(ctx, c.primary, prompt\) has failed, on the same context: a slow first one leaves it no time, or the caller waits for both \(slowfallback\)$`
	}
	return resp, nil
}
