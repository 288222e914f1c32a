package ctxdrop

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

// The group's context is made and left aside: the first error stops nobody.
func loadAll(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := db.ExecContext(ctx, "SELECT 1") // want `ExecContext uses ctx, not gctx, which was made for the group's goroutines`
		return err
	})
	g.Go(func() error {
		_, err := db.ExecContext(gctx, "SELECT 2")
		return err
	})
	return g.Wait()
}

func thrown(ctx context.Context, db *sql.DB) error {
	g, _ := errgroup.WithContext(ctx) // want `the group's context is thrown away: the first error cannot stop the other calls`
	for range 3 {
		g.Go(func() error {
			_, err := db.ExecContext(ctx, "SELECT 1")
			return err
		})
	}
	return g.Wait()
}

// After Wait the group's context is over.
func late(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := db.ExecContext(gctx, "UPDATE jobs SET done = true") // want `uses gctx, which is over once Wait has returned`
	return err
}

// A plain form in a member.
func plain(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		rows, err := db.Query("SELECT 1") // want `\(\*sql.DB\).Query takes no context, so gctx cannot end it`
		if err != nil {
			return err
		}
		return rows.Close()
	})
	g.Go(func() error { return db.PingContext(gctx) })
	return g.Wait()
}
