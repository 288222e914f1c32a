package ctxdrop

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

// Members that do not leave the process have nothing to be stopped.
func okCompute(ctx context.Context, words []string) (n int, err error) {
	g, _ := errgroup.WithContext(ctx)
	for _, w := range words {
		g.Go(func() error { n += len(w); return nil })
	}
	return n, g.Wait()
}

// The rows are read after Wait.
func okCollected(ctx context.Context, db *sql.DB) (rows *sql.Rows, err error) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		rows, err = db.QueryContext(ctx, "SELECT 1")
		return err
	})
	g.Go(func() error { return db.PingContext(gctx) })
	return rows, g.Wait()
}

// Wait is deferred, so the group's context still lives.
func okDeferredWait(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	defer g.Wait()
	g.Go(func() error { return db.PingContext(gctx) })
	return db.PingContext(gctx)
}
