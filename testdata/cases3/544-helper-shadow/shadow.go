package shadow

import (
	"context"
	"database/sql"
)

func Tenant(ctx context.Context, db *sql.DB, id string) (name string, err error) {
	if id == "" {
		return "", sql.ErrNoRows
	}
	if err = lookup(ctx, db, id, &name); err == sql.ErrNoRows {
		ctx := context.Background()             // want:detachedctx
		err = lookup(ctx, db, "default", &name) // alt:detachedctx
	}
	return name, err
}

func lookup(ctx context.Context, db *sql.DB, id string, name *string) error {
	return db.QueryRowContext(ctx, "SELECT name FROM tenants WHERE id=?", id).Scan(name)
}
