package rates

import (
	"context"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
)

type Table map[string]float64

type Client struct{ rc *resty.Client }

func New(base string) *Client {
	rc := resty.New().
		SetBaseURL(base).
		SetTimeout(3 * time.Second).
		SetRetryCount(3).
		SetRetryWaitTime(100 * time.Millisecond).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= 500
		})
	return &Client{rc: rc}
}

func (c *Client) latest(ctx context.Context, base string) (Table, error) {
	var t Table
	resp, err := c.rc.R().SetContext(ctx).SetResult(&t).Get("/latest/" + base)
	if err != nil {
		return nil, err
	}
	switch code := resp.StatusCode(); {
	case code >= 500:
		return nil, fmt.Errorf("rates: %s", resp.Status())
	case code != 200:
		return nil, backoff.Permanent(fmt.Errorf("rates: %s", resp.Status()))
	}
	return t, nil
}

func (c *Client) Latest(ctx context.Context, base string) (Table, error) {
	return backoff.Retry(ctx, func() (Table, error) { // want:retrystack
		return c.latest(ctx, base) // alt:retrystack
	}, backoff.WithBackOff(backoff.NewExponentialBackOff()), backoff.WithMaxTries(5))
}
