// Package local keeps a file.
package local

import (
	"context"
	"database/sql"
)

// Count reads it.
func Count(name string) (n int, err error) {
	db, err := sql.Open("sqlite3", name)
	if err != nil {
		return 0, err
	}
	return n, db.QueryRow("SELECT count(*) FROM seen").Scan(&n)
}

func forget(ctx context.Context, db *sql.DB) error {
	_, err := db.Exec("DELETE FROM seen")
	return err
}
