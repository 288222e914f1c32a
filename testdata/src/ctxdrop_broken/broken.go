// Package ctxdrop_broken does not compile; what is whole in it is judged all the same.
package ctxdrop_broken

import (
	"context"
	"database/sql"

	"example.com/nowhere"
)

func whole(ctx context.Context, db *sql.DB) error {
	return db.Ping() // want `PingContext does`
}

func broken(ctx context.Context, db *sql.DB) error {
	nowhere.Log(undefined)
	return db.Ping()
}
