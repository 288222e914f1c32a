package ctxdrop

import (
	"context"
	"database/sql"
	"time"

	"golang.org/x/sync/errgroup"
)

func okOwn(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, func(txCtx context.Context) error {
		_, err := db.ExecContext(txCtx, "DELETE FROM carts")
		return err
	})
}

// The name is shadowed by the right one.
func okShadowed(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(ctx) })
	g.Go(func() error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err := db.ExecContext(ctx, "SELECT 1")
		return err
	})
	return g.Wait()
}

// A group in which nobody wants the others to be stopped.
func okPlainGroup(ctx context.Context, db *sql.DB) error {
	var g errgroup.Group
	g.SetLimit(4)
	for range 3 {
		g.Go(func() error { return db.PingContext(ctx) })
	}
	return g.Wait()
}

// The group's context is for its members only; after Wait the parent is right.
func okAfterWait(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE jobs SET done = true")
	return err
}

// The derived context belongs to the second call.
func okAhead(ctx context.Context, db *sql.DB) error {
	qctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	_, err := db.ExecContext(qctx, "SELECT 1")
	return err
}

// Only the log is given a context.
func okLog(ctx context.Context, log func(ctx context.Context, msg string)) error {
	return inTx(ctx, func(txCtx context.Context) error {
		log(ctx, "in the transaction")
		return nil
	})
}
