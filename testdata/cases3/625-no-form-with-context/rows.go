package rows

import (
	"context"
	"database/sql"
)

func Move(ctx context.Context, db *sql.DB, ids []int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	st, err := tx.PrepareContext(ctx, "UPDATE items SET moved=1 WHERE id=?")
	if err != nil {
		tx.Rollback()
		return err
	}
	defer st.Close()
	for _, id := range ids {
		if _, err := tx.Stmt(st).ExecContext(ctx, id); err != nil {
			tx.Rollback()
			return err
		}
	}
	return tx.Commit()
}
