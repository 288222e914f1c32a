package blindretry

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Pages: only the first round counts, and its failure ends everything.
func (p *prices) export(ctx context.Context, limit int) (out []string, err error) {
	for offset := 0; ; offset += 100 {
		if limit == 0 {
			if limit, err = p.cents(ctx); err != nil {
				return nil, err
			}
		}
		page, err := p.page(ctx, offset)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		out = append(out, page...)
		if len(out) == limit {
			break
		}
	}
	return out, nil
}

func (p *prices) page(ctx context.Context, offset int) ([]string, error) {
	var name string
	err := p.db.QueryRowContext(ctx, `SELECT name FROM prices OFFSET $1`, offset).Scan(&name)
	return []string{name}, err
}

type tail struct {
	first time.Time
	url   string
}

func (t *tail) shouldRetry() bool { return time.Since(t.first) < time.Minute }

// How often is counted elsewhere.
func (t *tail) follow(ctx context.Context) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := hc.Do(req)
		if err == nil {
			return resp, nil
		}
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if ok := t.shouldRetry(); !ok {
			return nil, err
		}
		if err := sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

var errNotYet = errors.New("not there yet")

func (p *prices) probe(ctx context.Context) error {
	if _, err := p.cents(ctx); err != nil {
		return errNotYet
	}
	return nil
}

// The end of the context is another error, so it ends the loop.
func (p *prices) awaited(parent context.Context) (err error) {
	ctx, cancel := context.WithTimeout(parent, 4*time.Minute)
	defer cancel()
	for {
		if err = p.probe(ctx); !errors.Is(err, errNotYet) {
			return err
		}
		pause(ctx, time.Second)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// The pause doubles until it is a minute long.
func doubled(p *prices) (err error) {
	for delay := 100 * time.Millisecond; delay < time.Minute; delay *= 2 {
		if err = p.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay)
	}
	return err
}
