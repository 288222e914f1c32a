package orders

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Order struct {
	ID    string
	Cents int64
}

type Repo struct{ replica, primary *pgxpool.Pool }

const byID = "SELECT id, cents FROM orders WHERE id=$1"

//budgetlint:downstream name=orders-replica core timeout=700ms
func (r *Repo) fromReplica(ctx context.Context, id string) (o Order, err error) {
	err = r.replica.QueryRow(ctx, byID, id).Scan(&o.ID, &o.Cents)
	return o, err
}

//budgetlint:downstream name=orders-primary core timeout=700ms
func (r *Repo) fromPrimary(ctx context.Context, id string) (o Order, err error) {
	err = r.primary.QueryRow(ctx, byID, id).Scan(&o.ID, &o.Cents)
	return o, err
}

// Order has one second; the replica may take all of it.
//
//budgetlint:entry total=1s margin=100ms
func (r *Repo) Order(ctx context.Context, id string) (Order, error) {
	ctx, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
	defer cancel()
	o, err := r.fromReplica(ctx, id)
	if err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			return Order{}, err
		}
		return r.fromPrimary(ctx, id) // want:slowfallback
	}
	return o, nil
}
