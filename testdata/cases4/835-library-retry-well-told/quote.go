// none: library retry gets the context, a cap, jitter, and only transient errors are marked retryable

package quote

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"
)

type Quote struct {
	Symbol string
	Cents  int64
}

type Feed struct {
	base string
	hc   *http.Client
}

func New(base string) *Feed { return &Feed{base: base, hc: &http.Client{Timeout: 2 * time.Second}} }

func policy() retry.Backoff {
	b := retry.NewExponential(150 * time.Millisecond)
	b = retry.WithJitterPercent(20, b)
	b = retry.WithCappedDuration(2*time.Second, b)
	return retry.WithMaxRetries(3, b)
}

func (f *Feed) Last(ctx context.Context, symbol string) (*Quote, error) {
	var q Quote
	err := retry.Do(ctx, policy(), func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/last/"+symbol, nil)
		if err != nil {
			return err
		}
		resp, err := f.hc.Do(req)
		if err != nil {
			return retry.RetryableError(err)
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode >= 500:
			return retry.RetryableError(fmt.Errorf("last %s: %s", symbol, resp.Status))
		case resp.StatusCode != http.StatusOK:
			return fmt.Errorf("last %s: %s", symbol, resp.Status)
		}
		return json.NewDecoder(resp.Body).Decode(&q)
	})
	if err != nil {
		return nil, err
	}
	return &q, nil
}
