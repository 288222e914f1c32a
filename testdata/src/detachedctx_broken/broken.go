// Package detachedctx_broken does not compile; what can be known is still reported.
package detachedctx_broken

import (
	"context"
	"database/sql"

	"example.com/missing"
)

type half struct {
	gone missing.Type
	db   *sql.DB
}

// A function whose body has errors is unknown.
func (h half) broken(ctx context.Context, n undefined) error {
	h.gone.Wait(context.Background())
	_ = h.nothing
	return h.db.PingContext(context.Background())
}

func (h half) whole(ctx context.Context) error {
	return h.db.PingContext(context.Background()) // want `context.Background\(\) reaches \(\*sql.DB\).PingContext although ctx is at hand`
}
