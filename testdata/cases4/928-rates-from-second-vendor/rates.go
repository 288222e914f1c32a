package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

const command = "fx-rates"

type Rates map[string]float64

type Client struct {
	vendor, backup string
	hc             *http.Client
}

func New(vendor, backup string) *Client {
	hystrix.ConfigureCommand(command, hystrix.CommandConfig{Timeout: 800, MaxConcurrentRequests: 50})
	return &Client{vendor: vendor, backup: backup, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (c *Client) load(ctx context.Context, url string) (r Rates, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("rates: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&r)
	return r, err
}

func (c *Client) Latest(ctx context.Context) (Rates, error) {
	fresh, second := make(chan Rates, 1), make(chan Rates, 1)
	err := hystrix.DoC(ctx, command, func(ctx context.Context) error { // alt:slowfallback
		r, err := c.load(ctx, c.vendor)
		if err == nil {
			fresh <- r
		}
		return err
	}, func(ctx context.Context, cause error) error { // alt:slowfallback
		r, err := c.load(ctx, c.backup) // want:slowfallback
		if err != nil {
			return fmt.Errorf("%w, then %w", cause, err)
		}
		second <- r
		return nil
	})
	if err != nil {
		return nil, err
	}
	select {
	case r := <-fresh:
		return r, nil
	case r := <-second:
		return r, nil
	}
}
