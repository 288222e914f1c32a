// Package edge knows the points of presence.
package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Site is a point of presence.
type Site struct{ Name, Base string }

// Client asks sites.
type Client struct{ HTTP *http.Client }

// Usage reads what a site has sent.
func (c *Client) Usage(ctx context.Context, s Site) (u map[string]int64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/usage", s.Base), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return u, json.NewDecoder(resp.Body).Decode(&u)
}

// Report reads one report of the central store.
func (c *Client) Report(ctx context.Context, id string) (u map[string]int64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://reports.example/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return u, json.NewDecoder(resp.Body).Decode(&u)
}

// Banner reads what is advertised.
//
//budgetlint:downstream name=banner-service degradable read
func (c *Client) Banner(ctx context.Context, page string) (string, error) {
	u, err := c.Report(ctx, "banner-"+page)
	return fmt.Sprint(u), err
}
