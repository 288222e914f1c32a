// Package ctxdrop loads what the order page shows.
package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

var stock = &http.Client{Timeout: 2 * time.Second}

// Order loads an order and its parts. Once the page's reader has gone, none of it is wanted any more.
func Order(ctx context.Context, db *sql.DB, id string) error {
	rows, err := db.Query("SELECT part FROM parts WHERE order_id = $1", id) // want `\(\*sql.DB\).Query takes no context, so ctx cannot end it; QueryContext does`
	if err != nil {
		return err
	}
	defer rows.Close()

	g, gctx := errgroup.WithContext(ctx)
	for rows.Next() {
		var part string
		if err := rows.Scan(&part); err != nil {
			return err
		}
		g.Go(func() error { return reserve(ctx, part) }) // want `uses ctx, not gctx, which was made for the group's goroutines`
	}
	_ = gctx
	return g.Wait()
}

func reserve(ctx context.Context, part string) error {
	req, err := http.NewRequest(http.MethodPost, "https://stock.internal/reserve/"+part, nil) // want `the request is built without ctx, so \(\*http.Client\).Do goes on after it is over`
	if err != nil {
		return err
	}
	resp, err := stock.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
