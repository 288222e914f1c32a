package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"

	"golang.org/x/sync/errgroup"
)

func logged(f func() error) func() error { return f }

// A member that is wrapped, and one that has a name.
func wrapped(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(logged(func() error { return db.PingContext(ctx) })) // want `PingContext uses ctx, not gctx`
	second := func() error {
		return db.PingContext(ctx) // want `PingContext uses ctx, not gctx`
	}
	g.Go(second)
	_ = gctx
	return g.Wait()
}

// The request is built in the member.
func requests(ctx context.Context, urls []string) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, u := range urls {
		g.Go(func() error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil) // want `http.NewRequestWithContext uses ctx, not gctx`
			if err != nil {
				return err
			}
			resp, err := stock.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		})
	}
	_ = gctx
	return g.Wait()
}

// The rows are read after Wait, when the group's context is over: QueryContext needs ctx, so there is no fix.
func collected(ctx context.Context, db *sql.DB) (rows *sql.Rows, err error) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		rows, err = db.Query("SELECT 1") // want `\(\*sql.DB\).Query takes no context`
		return err
	})
	g.Go(func() error { return db.PingContext(gctx) })
	return rows, g.Wait()
}

// ctx is the group's from here on, so nothing else has a name after Wait.
func renamed(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(ctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE jobs SET done = true") // want `uses ctx, which is over once Wait has returned`
	return err
}
