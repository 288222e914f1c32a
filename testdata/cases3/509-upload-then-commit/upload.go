package upload

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

func Store(ctx context.Context, db *sql.DB, blobs map[string][]byte) error {
	eg, ctx := errgroup.WithContext(ctx)
	eg.SetLimit(8)
	for digest, data := range blobs {
		eg.Go(func() error {
			_, err := db.ExecContext(ctx, "INSERT INTO blobs VALUES (?,?)", digest, data)
			return err
		})
	}
	if err := eg.Wait(); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE uploads SET done=1") // want:ctxdrop
	return err
}
