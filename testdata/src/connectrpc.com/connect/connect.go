// Package connect stands in for connectrpc.com/connect.
package connect

import (
	"context"
	"net/http"
)

type Request[T any] struct{ Msg *T }

func NewRequest[T any](msg *T) *Request[T] { return &Request[T]{msg} }

type Response[T any] struct{ Msg *T }

type ClientOption interface{ option() }

type HTTPClient interface {
	Do(*http.Request) (*http.Response, error)
}

type Client[Req, Res any] struct{ hc HTTPClient }

func NewClient[Req, Res any](hc HTTPClient, url string, options ...ClientOption) *Client[Req, Res] {
	return &Client[Req, Res]{hc}
}

func (c *Client[Req, Res]) CallUnary(ctx context.Context, req *Request[Req]) (*Response[Res], error) {
	return nil, nil
}

func NewResponse[T any](msg *T) *Response[T] { return &Response[T]{msg} }
