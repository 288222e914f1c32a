// Package nodeadline asks the services behind the order page.
package nodeadline

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

const callTimeout = 2 * time.Second

// Orders loads orders, and the stock of what was ordered.
type Orders struct {
	DB   *sql.DB
	HTTP *http.Client
}

// NewOrders makes the clients.
func NewOrders(db *sql.DB) *Orders {
	return &Orders{DB: db, HTTP: &http.Client{}} // want `http.Client without Timeout, and nothing in sight gives \(\*http.Client\).Do a deadline \(nodeadline/client\)`
}

// Stock asks the stock service.
func (o *Orders) Stock(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return o.HTTP.Do(req)
}

// Expire runs at night.
func (o *Orders) Expire() error {
	_, err := o.DB.ExecContext(context.Background(), "DELETE FROM orders WHERE expires < now()") // want `context.Background\(\) carries no deadline, and nothing else bounds \(\*sql.DB\).ExecContext \(nodeadline\)`
	return err
}
