// Package retryablehttp is a stub with the true signatures.
package retryablehttp

import (
	"context"
	"net/http"
)

type (
	Client struct {
		HTTPClient *http.Client
		RetryMax   int
	}
	Request struct{ *http.Request }
)

func NewClient() *Client { return &Client{} }

func NewRequestWithContext(ctx context.Context, method, url string, rawBody any) (*Request, error) {
	return nil, nil
}

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }
