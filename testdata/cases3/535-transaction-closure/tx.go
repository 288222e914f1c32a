package tx

import (
	"context"

	"gorm.io/gorm"
)

type Account struct{ ID, Balance int }

func Transfer(ctx context.Context, db *gorm.DB, from, to, n int) error {
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var a Account
		if err := tx.WithContext(context.Background()).First(&a, from).Error; err != nil { // want:detachedctx
			return err
		}
		a.Balance -= n
		if err := tx.Save(&a).Error; err != nil {
			return err
		}
		return tx.Exec("UPDATE accounts SET balance=balance+? WHERE id=?", n, to).Error
	})
}
