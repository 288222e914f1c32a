package blindretry

import (
	"context"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"

	"blindretry/again"
)

// The helper sleeps, and takes no context.
func deaf(ctx context.Context, p *prices) error {
	return again.Times(3, time.Second, func() error { // want `again.Times goes on, and sleeps, when ctx is over: .*budget`
		_, err := p.cents(ctx)
		return err
	})
}

// The helper never ends.
func unending(p *prices) {
	again.Until(p.db.Ping) // want `again.Until goes on for ever.*nocap`
}

// It calls itself.
func (p *prices) itself(ctx context.Context, tries int) (int, error) {
	n, err := p.cents(ctx)
	if err != nil && tries > 0 {
		time.Sleep(time.Second) // want `does not hear the end of ctx.*sleep`
		return p.itself(ctx, tries-1)
	}
	return n, err
}

// A row may be there twice.
func insert(ctx context.Context, p *prices) error {
	return retry.Do(func() error {
		_, err := p.db.ExecContext(ctx, `INSERT INTO prices (cents) VALUES (1)`) // want `a write that is repeated when its answer is lost is made twice.*class`
		return err
	}, retry.Context(ctx))
}

// An order may be there twice.
func order(ctx context.Context, url string) (err error) {
	for i := 0; i < 3; i++ {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPost, url, nil); err != nil { // want `made twice.*class`
			return err
		}
		var resp *http.Response
		if resp, err = hc.Do(req); err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}
