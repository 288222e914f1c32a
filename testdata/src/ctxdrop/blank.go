package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"
)

// A parameter without a name is at hand too.
func unnamed(_ context.Context, db *sql.DB) error {
	_, err := db.Exec("DELETE FROM carts") // want `\(\*sql.DB\).Exec takes no context, so the context at hand cannot end it`
	return err
}

type api struct{ db *sql.DB }

func (a api) List(context.Context) (*sql.Rows, error) { return a.db.Query("SELECT 1") } // want `takes no context, so the context at hand`

// ctx means something else further down.
func taken(_ context.Context, db *sql.DB) error {
	ctx := "carts"
	_, err := db.Exec("DELETE FROM " + ctx) // want `the context at hand cannot end it`
	return err
}

func twoCalls(_ context.Context, db *sql.DB) error {
	if _, err := db.Exec("DELETE FROM carts"); err != nil { // want `the context at hand cannot end it`
		return err
	}
	_, err := db.Exec("DELETE FROM orders") // want `the context at hand cannot end it`
	return err
}

func blankRequest(_ context.Context) (*http.Response, error) {
	req, err := http.NewRequest("GET", "https://a.internal", nil) // want `the request is built without the context at hand`
	if err != nil {
		return nil, err
	}
	return stock.Do(req)
}
