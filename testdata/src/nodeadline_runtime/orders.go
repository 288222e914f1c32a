// Package nodeadline_runtime is nodeadline where the module requires the runtime.
package nodeadline_runtime

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

const callTimeout = 2 * time.Second

type orders struct {
	db *sql.DB
	hc *http.Client
}

// expire has no context at hand.
func (o *orders) expire() error {
	_, err := o.db.ExecContext(context.Background(), "DELETE FROM orders WHERE expires < now()") // want `carries no deadline`
	return err
}

// count keeps its root in a variable.
func (o *orders) count() (n int, err error) {
	ctx := context.Background() // want `carries no deadline`
	err = o.db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}

// old asks without a context.
func (o *orders) old(budget string) error {
	_, err := o.db.Exec("DELETE FROM orders WHERE id = $1", budget) // want `nodeadline`
	return err
}

// bounded is.
func (o *orders) bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return o.db.PingContext(ctx)
}
