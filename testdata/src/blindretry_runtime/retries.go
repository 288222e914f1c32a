// Package blindretry_runtime is blindretry where the module requires the runtime.
package blindretry_runtime

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

type prices struct {
	db      *sql.DB
	retries int
	pause   time.Duration
}

// Of repeats more than a call.
func (p *prices) Of(ctx context.Context, id string) (cents int, err error) {
	for try := 0; try < 3; try++ {
		err = p.db.QueryRowContext(ctx, `SELECT cents FROM prices WHERE id = $1`, id).Scan(&cents)
		if err == nil {
			return cents, nil
		}
		time.Sleep(time.Second << try) // want `sleep`
	}
	return 0, err
}

// Receive waits for a channel.
func (p *prices) Receive(ctx context.Context, err string) error {
	for range 3 {
		n, failed := p.count(ctx, err)
		if failed == nil && n > 0 {
			return nil
		}
		<-time.After(time.Second) // want `sleep`
	}
	return nil
}

// Timer cannot be spelled as a pause: the select.
func (p *prices) Timer(ctx context.Context, id string) error {
	for range 3 {
		if _, err := p.count(ctx, id); err == nil {
			return nil
		}
		<-time.NewTimer(time.Second).C // want `sleep`
	}
	return nil
}

// Count does nothing but repeat.
func (p *prices) Count(ctx context.Context, id string) (int, error) {
	var lastErr error
	for i := 0; i <= p.retries; i++ {
		n, err := p.count(ctx, id)
		if err == nil {
			return n, nil
		}
		lastErr = err
		time.Sleep(500 * time.Millisecond) // want `sleep`
	}
	return 0, fmt.Errorf("count %s: giving up: %w", id, lastErr)
}

const attempts = 5

// Names grows its pause.
func (p *prices) Names(ctx context.Context, budget string) (names []string, err error) {
	var last error
	for try := 1; try <= attempts; try++ {
		found, err := p.names(ctx, budget)
		if err == nil {
			return found, err
		}
		last = err
		time.Sleep(time.Duration(try) * 100 * time.Millisecond) // want `sleep`
	}
	return nil, last
}

// Doubled has a pause that is not known here, so that the default is taken.
func (p *prices) Doubled(ctx context.Context, id string) (int, error) {
	var last error
	for range 4 {
		n, err := p.count(ctx, id)
		if err == nil {
			return n, nil
		}
		last = err
		time.Sleep(p.pause * 2) // want `sleep`
	}
	return 0, last
}

// The next ones do something else besides: only the pause is changed.

func (p *prices) logged(ctx context.Context, id string) (int, error) {
	var last error
	for i := range 3 {
		n, err := p.count(ctx, id)
		if err == nil {
			return n, nil
		}
		last = fmt.Errorf("attempt %d: %w", i, err)
		time.Sleep(time.Second) // want `sleep`
	}
	return 0, last
}

func (p *prices) unused(ctx context.Context, id string) (int, error) {
	pause := p.pause
	var last error
	for range 4 {
		n, err := p.count(ctx, id)
		if err == nil {
			return n, nil
		}
		last = err
		time.Sleep(pause) // want `sleep`
	}
	return 0, last
}

func (p *prices) told(ctx context.Context, id string) (int, error) {
	var last error
	for range 3 {
		n, err := p.count(ctx, id)
		if err == nil {
			return n, nil
		}
		last = err
		time.Sleep(time.Second) // want `sleep`
	}
	return 0, fmt.Errorf("the last error: %w", last)
}

func (p *prices) count(ctx context.Context, id string) (n int, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT count(*) FROM prices WHERE id = $1`, id).Scan(&n)
	return n, err
}

func (p *prices) names(ctx context.Context, id string) (names []string, err error) {
	var name string
	err = p.db.QueryRowContext(ctx, `SELECT name FROM prices WHERE id = $1`, id).Scan(&name)
	return []string{name}, err
}
