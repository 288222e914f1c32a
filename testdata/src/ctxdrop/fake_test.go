package ctxdrop

import (
	"context"
	"database/sql"
)

func fakePing(ctx context.Context, db *sql.DB) error { return db.Ping() }
