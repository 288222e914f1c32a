// Package seqcalls_sql counts rows, with the option that lets queries count.
package seqcalls_sql

import (
	"context"
	"database/sql"
)

func counts(ctx context.Context, db *sql.DB) (n, m int, err error) {
	if err = db.QueryRowContext(ctx, `SELECT count(*) FROM orders`).Scan(&n); err != nil {
		return 0, 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM users`).Scan(&m) // want `2 calls wait`
	return n, m, err
}

func okInserts(ctx context.Context, db *sql.DB) (n, m int, err error) {
	if err = db.QueryRowContext(ctx, `INSERT INTO orders DEFAULT VALUES RETURNING id`).Scan(&n); err != nil {
		return 0, 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM users`).Scan(&m)
	return n, m, err
}
