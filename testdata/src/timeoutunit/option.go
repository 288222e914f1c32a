package timeoutunit

import (
	"net/http"
	"time"
)

type flagClient struct {
	hc    *http.Client
	limit time.Duration
}

type flagOption func(*flagClient)

// WithLimit takes a duration already.
func WithLimit(d time.Duration) flagOption { return func(c *flagClient) { c.limit = d } }

// NewFlags multiplies it once more.
func NewFlags(opts ...flagOption) *flagClient {
	c := &flagClient{hc: &http.Client{Timeout: 10 * time.Second}}
	for _, o := range opts {
		o(c)
	}
	if c.limit > 0 {
		c.hc.Timeout = time.Second * c.limit // want `time.Second \* c.limit multiplies two durations: c.limit already has its unit`
	}
	return c
}
