package blindretry

import (
	"context"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"

	"blindretry/again"
)

// No context is at hand.
func atStart(p *prices) error {
	return again.Times(3, time.Second, p.db.Ping)
}

// The function looks at the context by itself.
func looking(ctx context.Context, p *prices) error {
	return again.Times(3, time.Second, func() error {
		if ctx.Err() != nil {
			return nil
		}
		return p.db.PingContext(ctx)
	})
}

// The row is there once.
func upsert(ctx context.Context, p *prices) error {
	return retry.Do(func() error {
		_, err := p.db.ExecContext(ctx, `INSERT INTO prices (id, cents) VALUES (1, 1) ON CONFLICT DO NOTHING`)
		return err
	}, retry.Context(ctx))
}

// The other side knows the order by its key.
func keyed(ctx context.Context, url, key string) error {
	return retry.Do(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Context(ctx))
}

// It calls itself for what lies below, not again.
func (p *prices) tree(ctx context.Context, depth int) error {
	if err := p.db.PingContext(ctx); err != nil {
		return err
	}
	if depth > 0 {
		return p.tree(ctx, depth-1)
	}
	return nil
}
