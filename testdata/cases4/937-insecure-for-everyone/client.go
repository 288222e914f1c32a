package vault

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"time"
)

type options struct {
	insecure bool
	timeout  time.Duration
}

type Option func(*options)

func Insecure() Option { return func(o *options) { o.insecure = true } }

func Timeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

type Client struct {
	addr string
	hc   *http.Client
}

func New(addr string, opts ...Option) *Client {
	o := options{timeout: 5 * time.Second}
	for _, opt := range opts {
		opt(&o)
	}
	hc := &http.Client{Timeout: o.timeout, Transport: http.DefaultTransport}
	if o.insecure {
		tr, ok := hc.Transport.(*http.Transport) // alt:sharedpool
		if ok {
			tr.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // want:sharedpool
		}
	}
	return &Client{addr: addr, hc: hc}
}

func (c *Client) Secret(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.addr+"/v1/"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("secret %s: %s", path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
