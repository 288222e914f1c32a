package bundles

import (
	"context"
	"database/sql"
)

type Bundle struct {
	ID     int64
	Labels []string
}

type Database struct{ db *sql.DB }

func (d *Database) Bundle(ctx context.Context, name string) (b Bundle, err error) {
	err = inTx(ctx, d.db, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "SELECT id FROM bundles WHERE name=?", name).Scan(&b.ID); err != nil {
			return err
		}
		rows, err := tx.Query("SELECT label FROM labels WHERE bundle=?", b.ID) // want:ctxdrop
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var l string
			if err := rows.Scan(&l); err != nil {
				return err
			}
			b.Labels = append(b.Labels, l)
		}
		return rows.Err()
	})
	return b, err
}

func inTx(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
