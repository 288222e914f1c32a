// none: rows of an order are read for update one by one inside the open transaction

package dbtx

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type key struct{}

func Run(ctx context.Context, pool *pgxpool.Pool, f func(ctx context.Context) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		return f(context.WithValue(ctx, key{}, tx))
	})
}

// From returns the transaction that Run has put into ctx.
func From(ctx context.Context) pgx.Tx {
	tx, _ := ctx.Value(key{}).(pgx.Tx)
	return tx
}
