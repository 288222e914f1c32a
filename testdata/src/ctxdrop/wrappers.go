package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"

	"ctxdrop/accounts"
)

func count(db *sql.DB) (n int, err error) {
	err = db.QueryRow("SELECT count(*) FROM accounts").Scan(&n)
	return n, err
}

func callCount(ctx context.Context, db *sql.DB) (int, error) {
	return count(db) // want `ctx does not reach \(\*sql.DB\).QueryRow: ctxdrop.count takes no context.*path: ctxdrop.count \(wrappers.go:\d+\) .*ctxdrop/wrapper`
}

func callFar(ctx context.Context, db *sql.DB) error {
	return accounts.Retire(db, "x") // want `ctx does not reach \(\*sql.DB\).Exec: accounts.Retire takes no context.*ctxdrop/wrapper`
}

// A method value.
func callValue(ctx context.Context, r *accounts.Repo) error {
	touch := r.Touch
	return touch("x") // want `accounts.Repo\).Touch takes no context`
}

// A closure that is called here.
func callClosure(ctx context.Context, db *sql.DB) error {
	ping := func() error { return db.Ping() } // want `\(\*sql.DB\).Ping takes no context, so ctx cannot end it`
	return ping()
}

// A generic helper.
func one[T any](db *sql.DB, query string) (v T, err error) {
	err = db.QueryRow(query).Scan(&v)
	return v, err
}

func callGeneric(ctx context.Context, db *sql.DB) (int, error) {
	return one[int](db, "SELECT 1") // want `ctx does not reach \(\*sql.DB\).QueryRow: ctxdrop.one takes no context`
}

type lister interface{ List(name string) error }

type sqlLister struct{ db *sql.DB }

func (l sqlLister) List(name string) error { return l.db.Ping() }

// The interface's implementation is in sight.
func callInterface(ctx context.Context, l lister) error {
	return l.List("x") // want `ctxdrop.lister.List takes no context`
}

// Two hops, from a handler.
func outer(db *sql.DB) (int, error) { return count(db) }

func (a api) total(w http.ResponseWriter, r *http.Request) {
	if _, err := outer(a.db); err != nil { // want `r.Context\(\) does not reach .*ctxdrop.outer takes no context`
		w.WriteHeader(http.StatusInternalServerError)
	}
}
