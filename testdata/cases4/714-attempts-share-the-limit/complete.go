// none: three attempts of half a second and their pauses stay inside two and a half seconds

package complete

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"
)

const (
	total      = 2500 * time.Millisecond
	perAttempt = 500 * time.Millisecond
	retries    = 2
)

type Client struct {
	base string
	hc   *http.Client
}

func New(base string) *Client { return &Client{base: base, hc: &http.Client{}} }

func (c *Client) attempt(ctx context.Context, word string) (out []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, perAttempt)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/complete/"+word, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, retry.RetryableError(fmt.Errorf("complete: %s", resp.Status))
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("complete: %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (c *Client) Complete(ctx context.Context, word string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	b := retry.WithMaxRetries(retries, retry.NewConstant(100*time.Millisecond))
	var out []byte
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		var err error
		out, err = c.attempt(ctx, word)
		return err
	})
	return out, err
}
