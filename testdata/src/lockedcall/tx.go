package lockedcall

import (
	"context"
	"database/sql"

	"gorm.io/gorm"

	"lockedcall/remote"
)

// Between begin and commit.
func (s *shop) order(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO orders VALUES ($1)`, id); err != nil {
		return err
	}
	if err := remote.Probe(ctx, s.hc, "https://mail"); err != nil { // want `^the transaction tx stays open during remote.Probe, which waits for \(\*http.Client\).Do: its locks`
		return err
	}
	return tx.Commit()
}

// In the function that gorm runs.
func place(ctx context.Context, db *gorm.DB, s *shop) error {
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(s).Error; err != nil {
			return err
		}
		return s.announce(ctx) // want `the transaction tx stays open during \(\*lockedcall.shop\).announce, which waits for`
	})
}

func (s *shop) announce(ctx context.Context) error {
	return remote.Probe(ctx, s.hc, "https://mail")
}

// A step that is given the transaction.
func (s *shop) step(ctx context.Context, tx *sql.Tx, id string) error {
	if err := s.announce(ctx); err != nil { // want `the transaction tx stays open`
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE orders SET sent = true WHERE id = $1`, id)
	return err
}
