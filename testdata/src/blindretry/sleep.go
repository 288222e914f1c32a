package blindretry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

var hc = &http.Client{Timeout: 5 * time.Second}

type page struct{ body []byte }

// The pause is the server's choice, and the request's context is the one at hand.
func throttled(req *http.Request) (*http.Response, page, error) {
	resp, err := hc.Do(req)
	for i := 1; i < 3 && err == nil && resp.StatusCode == http.StatusTooManyRequests; i++ {
		secs, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		time.Sleep(time.Duration(secs) * time.Second) // want `does not hear the end of req.Context\(\).*sleep`
		resp, err = hc.Do(req)
		if err != nil {
			return nil, page{}, fmt.Errorf("after waiting: %w", err)
		}
	}
	return resp, page{}, err
}

// A bare receive is a sleep too; the error decides by a predicate.
func bare(ctx context.Context, p *prices) error {
	delay := 100 * time.Millisecond
	for attempt := 1; ; attempt++ {
		_, err := p.db.ExecContext(ctx, `UPDATE prices SET cents = 0`)
		if err == nil || !temporary(err) || attempt == 5 {
			return err
		}
		<-time.After(delay) // want `sleep`
		delay *= 2
	}
}

func temporary(err error) bool { return errors.Is(err, errBusy) }

var errBusy = errors.New("busy")

// goto
func jumps(ctx context.Context, p *prices) (n int64, err error) {
	tries := 0
again:
	res, err := p.db.ExecContext(ctx, `UPDATE prices SET cents = 0`)
	if err != nil {
		if tries++; tries < 4 {
			time.Sleep(time.Duration(tries) * time.Second) // want `sleep`
			goto again
		}
		return 0, err
	}
	return res.RowsAffected()
}

// The pause is the loop's post statement: it has no place for a select, so no fix.
func post(ctx context.Context, p *prices) (err error) {
	for i := 0; i < 5; i, err = i+1, pauseFor(time.Second) {
		if err = p.db.PingContext(ctx); err == nil {
			break
		}
		time.Sleep(time.Second) // want `sleep`
	}
	return err
}

func pauseFor(d time.Duration) error { return nil }

// A helper runs whatever it is given, and no error can be returned: no fix.
func helper(ctx context.Context, f func(context.Context) error) bool {
	for range 4 {
		if f(ctx) == nil {
			return true
		}
		time.Sleep(time.Second) // want `sleep`
	}
	return false
}

// In a switch, through a wrapper.
func switched(ctx context.Context, p *prices) (*page, error) {
	var last error
	for i := 0; i < 3; i++ {
		switch cents, err := p.cents(ctx); {
		case err == nil:
			return &page{body: []byte{byte(cents)}}, nil
		case ctx.Value(p) != nil:
			last = err
		}
		time.Sleep(time.Second) // want `sleep`
	}
	return nil, last
}

func (p *prices) cents(ctx context.Context) (int, error) {
	var n int
	err := p.db.QueryRowContext(ctx, `SELECT 1`).Scan(&n)
	return n, err
}
