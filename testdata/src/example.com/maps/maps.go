// Package maps is a stub of some vendor's SDK.
package maps

import "net/http"

type Client struct{ HTTP *http.Client }

type Option func(*Client)

func WithHTTPClient(c *http.Client) Option { return nil }

func NewClient(key string, opts ...Option) *Client { return nil }

func New(c *http.Client) *Client { return nil }
