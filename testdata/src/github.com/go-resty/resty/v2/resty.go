// Package resty is the part of the real one that fixtures use.
package resty

import (
	"context"
	"time"
)

type Client struct{ BaseURL string }

type Request struct{ URL string }

type Response struct{ Request *Request }

func New() *Client { return &Client{} }

func (c *Client) R() *Request { return &Request{} }

func (c *Client) SetTimeout(timeout time.Duration) *Client { return c }

func (r *Request) SetContext(ctx context.Context) *Request { return r }

func (r *Request) SetResult(res any) *Request { return r }

func (r *Request) SetBody(body any) *Request { return r }

func (r *Request) SetHeader(header, value string) *Request { return r }

func (r *Request) Get(url string) (*Response, error) { return nil, nil }

func (r *Request) Post(url string) (*Response, error) { return nil, nil }

func (r *Response) IsError() bool { return false }

func (r *Response) Status() string { return "" }
