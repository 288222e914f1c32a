package blindretry

import (
	"bufio"
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
)

// The pause ends with the context.
func hears(ctx context.Context, p *prices) (err error) {
	for i := 0; i < 5; i++ {
		if err = p.db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

// So does the helper's.
func hearsHelper(ctx context.Context, p *prices) (err error) {
	for i := 0; i < 5; i++ {
		if err = p.db.PingContext(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Start-up, bounded, without a context.
func start(p *prices) (err error) {
	for i := 0; i < 10; i++ {
		if err = p.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Pacing between items.
func paced(ctx context.Context, p *prices, ids []string) error {
	for _, id := range ids {
		if _, err := p.db.ExecContext(ctx, `DELETE FROM prices WHERE id = $1`, id); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The next replica.
func failover(ctx context.Context, urls []string) (*http.Response, error) {
	for i := 0; i < len(urls); i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, urls[i], nil)
		if err != nil {
			return nil, err
		}
		if resp, err := hc.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("none answered")
}

// Pages.
func pages(ctx context.Context, fetch func(ctx context.Context, token string) (string, error)) error {
	token := ""
	for {
		next, err := fetch(ctx, token)
		if err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		token = next
		time.Sleep(100 * time.Millisecond)
	}
}

// A consumer goes on when all is well.
func consume(ctx context.Context, p *prices, jobs <-chan string) {
	for {
		id, ok := <-jobs
		if !ok {
			return
		}
		if _, err := p.db.ExecContext(ctx, `DELETE FROM prices WHERE id = $1`, id); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
	}
}

// A worker with a ticker.
func worker(ctx context.Context, p *prices, tick *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := p.db.PingContext(ctx); err != nil {
			log.Print(err)
		}
	}
}

// An accept loop.
func accept(ctx context.Context, ln net.Listener) error {
	for {
		c, err := ln.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			time.Sleep(time.Second)
			continue
		}
		go bufio.NewReader(c)
	}
}

// A refresher behind a go statement has nobody's time.
func refresh(p *prices) {
	go func() {
		for {
			if err := p.db.Ping(); err == nil {
				return
			}
			time.Sleep(time.Minute)
		}
	}()
}

// Twice, at once: the first connection may be stale.
func twice(ctx context.Context, p *prices) (err error) {
	for range 2 {
		if err = p.db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Only what may help is tried again.
func chosen(ctx context.Context, url string) (*http.Response, error) {
	for i := 0; ; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := hc.Do(req)
		if err != nil || resp.StatusCode < 500 || i == 3 {
			return resp, err
		}
		resp.Body.Close()
		if err := sleep(ctx, time.Second<<i); err != nil {
			return nil, err
		}
	}
}

// A stopwatch ends the loop, and no context is at hand.
func until2(p *prices, limit time.Duration) (err error) {
	for start := time.Now(); time.Since(start) < limit; time.Sleep(time.Second) {
		if err = p.db.Ping(); err == nil {
			return nil
		}
	}
	return err
}

// A policy with a context, and one that is made elsewhere.
func policies(ctx context.Context, p *prices, elsewhere backoff.BackOff) error {
	ping := func() error { return p.db.PingContext(ctx) }
	if err := backoff.Retry(ping, backoff.WithContext(backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3), ctx)); err != nil {
		return err
	}
	if err := backoff.Retry(ping, elsewhere); err != nil {
		return err
	}
	if err := retry.Do(ping, retry.Context(ctx), retry.Attempts(3)); err != nil {
		return err
	}
	_, err := backoff5.Retry(ctx, func() (int, error) { return p.cents(ctx) })
	return err
}

// The library's loop looks at the context in the function that it runs.
func looksInside(ctx context.Context, p *prices) error {
	return backoff.Retry(func() error {
		if err := ctx.Err(); err != nil {
			return backoff.Permanent(err)
		}
		return p.db.PingContext(ctx)
	}, backoff.NewExponentialBackOff())
}
