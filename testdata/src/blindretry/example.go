// Package blindretry reads prices, and tries again when that fails.
package blindretry

import (
	"context"
	"database/sql"
	"time"
)

type prices struct{ db *sql.DB }

// Of is the price of one article.
func (p *prices) Of(ctx context.Context, id string) (cents int, err error) {
	for try := 0; try < 3; try++ {
		err = p.db.QueryRowContext(ctx, `SELECT cents FROM prices WHERE id = $1`, id).Scan(&cents)
		if err == nil {
			return cents, nil
		}
		time.Sleep(time.Second << try) // want `the pause between attempts of \(\*sql.DB\).QueryRowContext does not hear the end of ctx: wait in a select with ctx.Done\(\) \(blindretry/sleep\)`
	}
	return 0, err
}
