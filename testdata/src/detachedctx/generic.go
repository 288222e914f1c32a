package detachedctx

import (
	"context"
	"database/sql"
	"encoding/json"
)

func load[T any](ctx context.Context, db *sql.DB, id string) (v T, err error) {
	var raw []byte
	if err = db.QueryRowContext(context.Background(), `SELECT doc FROM docs WHERE id = $1`, id).Scan(&raw); err != nil { // want `although ctx is at hand`
		return v, err
	}
	return v, json.Unmarshal(raw, &v)
}

// fetch is called with a root where a context is at hand.
func fetch[T any](ctx context.Context, db *sql.DB, id string) (v T, err error) {
	err = db.QueryRowContext(ctx, `SELECT doc FROM docs WHERE id = $1`, id).Scan(&v)
	return v, err
}

func fetches(ctx context.Context, db *sql.DB) (int, error) {
	return fetch[int](context.TODO(), db, "7") // want `context.TODO\(\) reaches .*although ctx is at hand`
}
