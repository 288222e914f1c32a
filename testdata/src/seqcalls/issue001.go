package seqcalls

import (
	"context"
	"database/sql"

	"seqcalls/deep"
	"seqcalls/shop"
	"seqcalls/transaction"
)

// A write that is further down than a path is followed is a write.
func okDeep(ctx context.Context, runs *deep.Runs, id string) (string, string, error) {
	state, err := runs.State(ctx, id)
	if err != nil {
		return "", "", err
	}
	log, err := runs.Log(ctx, id)
	return state, log, err
}

// Two reads of the same client.
func logs(ctx context.Context, runs *deep.Runs, a, b string) (string, string, error) {
	first, err := runs.Log(ctx, a)
	if err != nil {
		return "", "", err
	}
	second, err := runs.Log(ctx, b) // want `2 calls wait`
	return first, second, err
}

type books struct {
	db   *sql.DB
	shop *shop.Client
	tx   transactor
}

type transactor interface {
	Within(ctx context.Context, f func(ctx context.Context) error) error
}

// The context carries a transaction, whose connection the calls share: the package is named so, or
func (l *books) okRun(ctx context.Context, user string) (n int, err error) {
	err = transaction.Run(ctx, l.db, func(ctx context.Context) error {
		u, err := l.shop.User(ctx, user)
		if err != nil {
			return err
		}
		orders, err := l.shop.Orders(ctx, user)
		n = len(u.Name) + len(orders)
		return err
	})
	return n, err
}

// … the type is, or
func (l *books) okWithin(ctx context.Context, user string) (n int, err error) {
	err = l.tx.Within(ctx, func(ctx context.Context) error {
		u, err := l.shop.User(ctx, user)
		if err != nil {
			return err
		}
		orders, err := l.shop.Orders(ctx, user)
		n = len(u.Name) + len(orders)
		return err
	})
	return n, err
}

// … it begins one.
func (l *books) okBegins(ctx context.Context, user string) (n int, err error) {
	err = l.whole(ctx, func(ctx context.Context) error {
		u, err := l.shop.User(ctx, user)
		if err != nil {
			return err
		}
		orders, err := l.shop.Orders(ctx, user)
		n = len(u.Name) + len(orders)
		return err
	})
	return n, err
}

func (l *books) whole(ctx context.Context, f func(ctx context.Context) error) error {
	return transaction.Run(ctx, l.db, f)
}

// A function that only counts the time begins nothing.
func (l *books) timed(ctx context.Context, user string) (n int, err error) {
	err = l.measure(ctx, func(ctx context.Context) error {
		u, err := l.shop.User(ctx, user)
		if err != nil {
			return err
		}
		orders, err := l.shop.Orders(ctx, user) // want `2 calls wait`
		n = len(u.Name) + len(orders)
		return err
	})
	return n, err
}

func (l *books) measure(ctx context.Context, f func(ctx context.Context) error) error {
	return f(ctx)
}
