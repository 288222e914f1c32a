// Package again repeats what it is given, and has calls that are repeated.
package again

import (
	"context"
	"database/sql"
	"time"

	retry "github.com/avast/retry-go/v4"
)

// Four makes four attempts.
func Four(ctx context.Context, f func() error) error {
	return retry.Do(func() error { return f() }, retry.Context(ctx), retry.Attempts(4))
}

// Times makes as many attempts as it is told.
func Times(ctx context.Context, n int, f func(context.Context) error) (err error) {
	for range n {
		if err = f(ctx); err == nil {
			return nil
		}
		if !wait(ctx) {
			return ctx.Err()
		}
	}
	return err
}

func wait(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Second):
		return true
	}
}

// Ping asks the database three times.
func Ping(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil || !wait(ctx) {
			return err
		}
	}
	return err
}
