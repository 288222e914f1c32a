// Package nodeadline_broken does not compile; what can be known is still reported.
package nodeadline_broken

import (
	"context"
	"database/sql"
	"net/http"

	"example.com/missing"
)

type half struct {
	gone missing.Client
	db   *sql.DB
}

// A body with type errors is unknown.
func (h half) broken() error {
	http.Get(undefined)
	_, err := h.db.ExecContext(context.Background(), "DELETE FROM half")
	return err
}

func (h half) gone2(ctx context.Context) { h.gone.Get(ctx) }

func whole(h half) error {
	_, err := h.db.ExecContext(context.Background(), "DELETE FROM whole") // want `context.Background\(\) carries no deadline`
	return err
}
