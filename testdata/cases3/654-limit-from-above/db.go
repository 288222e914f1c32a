package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

type Store struct {
	db    *sql.DB
	limit time.Duration
}

func (s *Store) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok || s.limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, s.limit, errors.New("query too slow"))
}

func (s *Store) Count() (n int, err error) {
	ctx, cancel := s.bounded(context.Background())
	defer cancel()
	return n, s.db.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
}
