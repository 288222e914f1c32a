package nodeadline

import (
	"context"
	"database/sql"
)

// Ledger offers each statement with and without a context; who has none takes the short form.
type ledger struct{ db *sql.DB }

func (l *ledger) Purge(query string, args ...any) (sql.Result, error) {
	return l.db.ExecContext(context.Background(), query, args...)
}

func (l *ledger) PurgeContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return l.db.ExecContext(ctx, query, args...)
}
