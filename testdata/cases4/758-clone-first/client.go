// none: default transport is cloned and only the clone gets the certificate

package transport

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"time"
)

type options struct {
	transport http.RoundTripper
	tls       *tls.Config
	timeout   time.Duration
}

type Option func(*options)

func WithTLS(c *tls.Config) Option { return func(o *options) { o.tls = c } }

func WithTimeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

type Client struct {
	base string
	hc   *http.Client
}

func NewClient(base string, opts ...Option) *Client {
	o := options{transport: http.DefaultTransport, timeout: 2 * time.Second}
	for _, f := range opts {
		f(&o)
	}
	if o.tls != nil {
		if tr, ok := o.transport.(*http.Transport); ok {
			tr = tr.Clone()
			tr.TLSClientConfig = o.tls
			o.transport = tr
		}
	}
	return &Client{base: base, hc: &http.Client{Transport: o.transport, Timeout: o.timeout}}
}

func (c *Client) Get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
