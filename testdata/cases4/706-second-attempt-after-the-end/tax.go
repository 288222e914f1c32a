package tax

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type Client struct {
	url string
	hc  *http.Client
}

func New(url string) *Client { return &Client{url: url, hc: &http.Client{}} }

var errBusy = errors.New("tax service busy")

// Rate returns the rate document of a region.
func (c *Client) Rate(ctx context.Context, region string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond) // alt:overbudget
	defer cancel()
	var last error
	for attempt := range 3 { // alt:overbudget
		if attempt > 0 {
			select {
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), last)
			case <-time.After(700 * time.Millisecond): // alt:overbudget
			}
		}
		body, err := func() ([]byte, error) { // alt:overbudget
			actx, stop := context.WithTimeout(ctx, 900*time.Millisecond) // want:overbudget
			defer stop()
			req, err := http.NewRequestWithContext(actx, http.MethodGet, c.url+"/rates/"+region, nil)
			if err != nil {
				return nil, err
			}
			resp, err := c.hc.Do(req) // alt:overbudget
			if err != nil {
				return nil, fmt.Errorf("%w: %w", errBusy, err)
			}
			defer resp.Body.Close()
			if resp.StatusCode >= 500 {
				return nil, errBusy
			}
			if resp.StatusCode != http.StatusOK {
				return nil, fmt.Errorf("tax: %s", resp.Status)
			}
			return io.ReadAll(resp.Body)
		}()
		if err == nil || !errors.Is(err, errBusy) {
			return body, err
		}
		last = err
	}
	return nil, last
}
