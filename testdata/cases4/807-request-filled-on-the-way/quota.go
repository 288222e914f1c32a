// none: first lookup writes the tenant into the request struct that the second lookup sends

package quota

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Query struct {
	Host   string
	Tenant string
	Region string
}

type Quota struct{ Limit, Used int64 }

type Client struct {
	directory string
	meter     string
	hc        *http.Client
}

func New(directory, meter string) *Client {
	return &Client{directory: directory, meter: meter, hc: &http.Client{Timeout: 3 * time.Second}}
}

func (c *Client) getJSON(ctx context.Context, u string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("get %s: %s", u, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// complete looks the host up and adds what the directory knows of it.
func (c *Client) complete(ctx context.Context, q *Query) error {
	var entry struct{ Tenant, Region string }
	if err := c.getJSON(ctx, c.directory+"/hosts/"+url.PathEscape(q.Host), &entry); err != nil {
		return err
	}
	q.Tenant, q.Region = entry.Tenant, entry.Region
	return nil
}

func (c *Client) usage(ctx context.Context, q *Query) (*Quota, error) {
	var out Quota
	v := url.Values{"tenant": {q.Tenant}, "region": {q.Region}}
	if err := c.getJSON(ctx, c.meter+"/quota?"+v.Encode(), &out); err != nil {
		return nil, err
	}
	return &out, nil
}

func (c *Client) ForHost(ctx context.Context, host string) (*Quota, error) {
	q := &Query{Host: host}
	if err := c.complete(ctx, q); err != nil {
		return nil, err
	}
	return c.usage(ctx, q)
}
