// Package transaction runs functions in a transaction that the context carries.
package transaction

import (
	"context"
	"database/sql"
)

type key struct{}

// Run commits what f did, or nothing.
func Run(ctx context.Context, db *sql.DB, f func(ctx context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(context.WithValue(ctx, key{}, tx)); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}
