// Package redis is a stub with the true signatures.
package redis

import (
	"context"
	"time"
)

type Cmder interface{ Err() error }

type baseCmd struct{ err error }

func (c *baseCmd) Err() error { return c.err }

type StringCmd struct{ baseCmd }

func (c *StringCmd) Result() (string, error) { return "", nil }

type StatusCmd struct{ baseCmd }

func (c *StatusCmd) Result() (string, error) { return "", nil }

type cmdable func(ctx context.Context, cmd Cmder) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }

func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return nil
}

type Options struct {
	Addr        string
	DialTimeout time.Duration
	ReadTimeout time.Duration
}

type Client struct{ cmdable }

func NewClient(opt *Options) *Client { return nil }

func (c *Client) Close() error { return nil }

type PubSub struct{}

func (c *Client) Subscribe(ctx context.Context, channels ...string) *PubSub { return nil }

func (c *PubSub) ReceiveMessage(ctx context.Context) (*Message, error) { return nil, nil }

type Message struct{ Channel, Payload string }
