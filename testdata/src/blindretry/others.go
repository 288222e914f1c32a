package blindretry

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"cloud.google.com/go/firestore"
	retry "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
)

// Nothing ends it.
func forEver(p *prices) {
	for { // want `\(\*sql.DB\).Ping is tried again after every failure, with no limit on attempts or time.*nocap`
		err := p.db.Ping()
		if err == nil {
			break
		}
		log.Print(err)
		time.Sleep(5 * time.Second)
	}
}

// The loop never sees the context.
func unseen(ctx context.Context, p *prices) error {
	for i := 0; ; i++ {
		err := p.db.Ping()
		if err == nil {
			return nil
		}
		if i > 3 {
			return err
		}
		time.Sleep(time.Second) // want `\(\*sql.DB\).Ping is tried again although ctx may be over: .*; also the pause does not hear its end \(sleep\) \(blindretry/budget\)`
	}
}

// Every refused request is sent again.
func refused(ctx context.Context, url string) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := hc.Do(req)
		if err == nil {
			if resp.StatusCode == http.StatusOK { // want `every status of 400 and more \(resp.StatusCode == http.StatusOK\).*class`
				return resp, nil
			}
			resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return nil, errors.New("no answer")
}

// At once, ten times.
func atOnce(ctx context.Context, p *prices) (err error) {
	for i := 0; i < 10; i++ { // want `tried again at once, without a pause.*nobackoff`
		if _, err = p.db.ExecContext(ctx, `DELETE FROM prices`); err == nil {
			return nil
		}
	}
	return err
}

// Who collided tries again every second, together with those it collided with.
func steady(ctx context.Context, p *prices) error {
	for {
		_, err := p.db.ExecContext(ctx, `UPDATE prices SET cents = cents + 1`)
		if !errors.Is(err, errConflict) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second): // want `tried again every time.Second for as long as it fails.*nobackoff`
		}
	}
}

// The answer decides, and the sleep hears nothing.
func poll(ctx context.Context, p *prices) error {
	for {
		n, err := p.cents(ctx)
		if err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
		time.Sleep(5 * time.Second) // want `prices\).cents is asked again after a sleep that does not hear the end of ctx.*poll`
	}
}

// Libraries.

func endless(p *prices) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(p.db.Ping, b) // want `backoff.Retry goes on for ever.*nocap`
}

func literal(ctx context.Context, p *prices) error {
	return backoff.Retry(func() error { // want `goes on for ever.*; also it never sees ctx \(budget\) \(blindretry/nocap`
		_, err := p.db.ExecContext(ctx, `DELETE FROM prices`)
		return err
	}, &backoff.ExponentialBackOff{InitialInterval: time.Second})
}

func constant(ctx context.Context, p *prices) error {
	return backoff.Retry(func() error { return p.db.PingContext(ctx) }, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3)) // want `budget`
}

func otherClock(ctx context.Context, p *prices) (int, error) {
	return backoff5.Retry(context.Background(), func() (int, error) { return p.cents(ctx) }, backoff5.WithMaxTries(3)) // want `goes on when ctx is over: give it that context \(backoff goes on for 15m by default\) \(blindretry/budget\)`
}

func avast(ctx context.Context, p *prices) error {
	return retry.Do(func() error { return p.db.PingContext(ctx) }, retry.Delay(time.Second)) // want `budget`
}

func until(p *prices) error {
	return retry.Do(p.db.Ping, retry.UntilSucceeded()) // want `nocap`
}

// The mail is sent whenever the transaction is run again.
func transaction(ctx context.Context, c *firestore.Client, doc *firestore.DocumentRef, mail *http.Request) error {
	return c.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		if _, err := hc.Post("https://mail", "text/plain", nil); err != nil { // want `\(\*http.Client\).Post is called again whenever \(\*firestore.Client\).RunTransaction runs its function again.*class`
			return err
		}
		return tx.Set(doc, nil)
	})
}

// All who failed together come back together.
func lockstep(p *prices) (err error) {
	for i := 0; i < 5; i++ {
		if _, err = p.db.Exec(`DELETE FROM prices`); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond) // want `tried again every 500 \* time.Millisecond, and all who failed together.*nobackoff`
	}
	return err
}
