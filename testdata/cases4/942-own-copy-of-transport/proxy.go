// none: the default transport is copied first, the change stays in the copy

package proxied

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Client struct {
	base string
	hc   *http.Client
}

func New(base string, via *url.URL) *Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.Proxy = http.ProxyURL(via)
	tr.MaxConnsPerHost = 16
	return &Client{base: base, hc: &http.Client{Transport: tr, Timeout: 3 * time.Second}}
}

func (c *Client) Reachable(ctx context.Context, host string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, c.base+"/"+url.PathEscape(host), nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", host, resp.Status)
	}
	return nil
}
