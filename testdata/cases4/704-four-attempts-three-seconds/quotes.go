package quotes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	attempts   = 4
	perAttempt = time.Second
	pause      = 200 * time.Millisecond
	limit      = 3 * time.Second
)

type Quote struct {
	Symbol string  `json:"symbol"`
	Bid    float64 `json:"bid"`
}

type Exchange struct {
	base string
	hc   *http.Client
}

func NewExchange(base string) *Exchange { return &Exchange{base: base, hc: &http.Client{}} }

func (e *Exchange) once(ctx context.Context, symbol string) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, perAttempt)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.base+"/quote/"+symbol, nil)
	if err != nil {
		return nil, retry.Unrecoverable(err)
	}
	resp, err := e.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("exchange: %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, retry.Unrecoverable(fmt.Errorf("exchange: %s", resp.Status))
	}
	var q Quote
	err = json.NewDecoder(resp.Body).Decode(&q)
	return &q, err
}

// Quote asks for the current bid.
func (e *Exchange) Quote(ctx context.Context, symbol string) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, limit) // alt:overbudget
	defer cancel()
	return retry.DoWithData(func() (*Quote, error) { // want:overbudget
		return e.once(ctx, symbol) // alt:overbudget
	},
		retry.Context(ctx),
		retry.Attempts(attempts), // alt:overbudget
		retry.Delay(pause),
		retry.DelayType(retry.FixedDelay),
		retry.LastErrorOnly(true),
	)
}
