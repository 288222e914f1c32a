// Package accounts is what another package offers.
package accounts

import (
	"context"
	"database/sql"
)

// Retire has no context form.
func Retire(db *sql.DB, id string) error {
	_, err := db.Exec("UPDATE accounts SET closed = true WHERE id = $1", id)
	return err
}

type Repo struct{ DB *sql.DB }

func (r *Repo) Touch(id string) error {
	_, err := r.DB.Exec("UPDATE accounts SET seen = now() WHERE id = $1", id)
	return err
}

// Name and NameContext are a pair.
func (r *Repo) Name(id string) (string, error) {
	return r.NameContext(context.Background(), id)
}

func (r *Repo) NameContext(ctx context.Context, id string) (name string, err error) {
	err = r.DB.QueryRowContext(ctx, "SELECT name FROM accounts WHERE id = $1", id).Scan(&name)
	return name, err
}

// Balance does not call its pair.
func (r *Repo) Balance(id string) (n int, err error) {
	err = r.DB.QueryRow("SELECT n FROM accounts WHERE id = $1", id).Scan(&n)
	return n, err
}

func (r *Repo) BalanceWithContext(ctx context.Context, id string) (n int, err error) {
	err = r.DB.QueryRowContext(ctx, "SELECT n FROM accounts WHERE id = $1", id).Scan(&n)
	return n, err
}

// Find and FindCtx differ in more than the context.
func (r *Repo) Find(id string) error { return r.DB.Ping() }

func (r *Repo) FindCtx(ctx context.Context, id string, limit int) error { return r.DB.PingContext(ctx) }

// Ping and PingCtx are a pair of functions.
func Ping(db *sql.DB) error { return db.Ping() }

func PingCtx(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }
