package ctxdrop

import (
	"context"
	"database/sql"
	"time"
)

// The deadline is made and the context without it is passed.
func (s *store) count(ctx context.Context) (n int, err error) {
	qctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = qctx
	err = s.QueryRowContext(ctx, "SELECT count(*) FROM accounts").Scan(&n) // want `QueryRowContext uses ctx, not qctx, which was made for the deadline`
	return n, err
}

func discarded(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, time.Second) // want `the context of context.WithTimeout is thrown away: its deadline bounds nothing`
	defer cancel()
	return db.PingContext(ctx)
}

func inTx(ctx context.Context, f func(ctx context.Context) error) error { return f(ctx) }

// The literal is given a context of its own, with the transaction in it.
func closure(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, func(txCtx context.Context) error {
		_, err := db.ExecContext(ctx, "DELETE FROM carts") // want `ExecContext uses ctx, not txCtx, which was made for the function literal`
		return err
	})
}

func closureBlank(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, func(context.Context) error {
		return db.PingContext(ctx) // want `PingContext uses ctx, not the context that the function literal is given`
	})
}
