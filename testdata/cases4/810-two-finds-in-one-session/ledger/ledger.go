package ledger

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"cases/810-two-finds-in-one-session/tx"
)

type Account struct {
	ID      string `bson:"_id"`
	Balance int64  `bson:"balance"`
}

type Ledger struct {
	tx       *tx.Manager
	accounts *mongo.Collection
}

func (l *Ledger) account(ctx context.Context, id string) (a Account, err error) {
	err = l.accounts.FindOne(ctx, bson.M{"_id": id}).Decode(&a)
	return a, err
}

func (l *Ledger) Difference(ctx context.Context, left, right string) (diff int64, err error) {
	err = l.tx.Snapshot(ctx, func(ctx context.Context) error {
		a, err := l.account(ctx, left)
		if err != nil {
			return err
		}
		b, err := l.account(ctx, right)
		if err != nil {
			return err
		}
		diff = a.Balance - b.Balance
		return nil
	})
	return diff, err
}
