// Package overbudget asks a service whether a user may come in.
package overbudget

import (
	"context"
	"net/http"
	"time"
)

type checker struct {
	url  string
	http *http.Client
}

// Allowed asks the service, within two seconds.
func (c *checker) Allowed(ctx context.Context, user string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	asking, stop := context.WithTimeout(ctx, 10*time.Second) // want `^context.WithTimeout allows 10s, but the context that it is made from ends after 2s at the latest, by context.WithTimeout \(example.go:17\); this deadline never fires, and leaves no time for what follows \(overbudget\)$`
	defer stop()
	req, err := http.NewRequestWithContext(asking, http.MethodGet, c.url+user, nil)
	if err != nil {
		return false, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, resp.Body.Close()
}
