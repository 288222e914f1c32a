package work

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

func Copy(ctx context.Context, db *sql.DB, ids <-chan string) error {
	g, gctx := errgroup.WithContext(ctx)
	rows := make(chan string)
	g.Go(func() error {
		defer close(rows)
		for id := range ids {
			select {
			case rows <- id:
			case <-gctx.Done():
				return gctx.Err()
			}
		}
		return nil
	})
	g.Go(func() error {
		for id := range rows {
			if _, err := db.ExecContext(gctx, "INSERT INTO copy SELECT * FROM src WHERE id=?", id); err != nil {
				return err
			}
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return db.PingContext(ctx)
}
