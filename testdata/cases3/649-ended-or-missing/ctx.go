package ctx

import (
	"context"
	"database/sql"
	"time"
)

func Mark(ctx context.Context, db *sql.DB, id string) error {
	if ctx == nil || ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.Background(), time.Second)
		defer cancel()
	}
	_, err := db.ExecContext(ctx, "UPDATE jobs SET done=1 WHERE id=?", id)
	return err
}
