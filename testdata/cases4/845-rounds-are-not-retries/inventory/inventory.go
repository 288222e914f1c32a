// none: a reconciler's ticker calls a client that retries; the next round is new work, not another try

package inventory

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

type Host struct{ Name, Zone string }

type Client struct{ rc *resty.Client }

func New(base string) *Client {
	rc := resty.New().SetBaseURL(base).SetTimeout(5 * time.Second)
	rc.RetryCount = 2
	return &Client{rc: rc}
}

func (c *Client) Hosts(ctx context.Context) ([]Host, error) {
	var hosts []Host
	resp, err := c.rc.R().SetContext(ctx).SetResult(&hosts).Get("/hosts")
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, fmt.Errorf("hosts: %s", resp.Status())
	}
	return hosts, nil
}
