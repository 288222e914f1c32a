package sweep

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"cases/876-unlock-must-arrive/advisory"
)

const sweepLock = 7001

type Sweeper struct {
	locks *advisory.Locker
	pool  *pgxpool.Pool
}

func (s *Sweeper) Run(ctx context.Context) error {
	_, err := s.locks.With(ctx, sweepLock, func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, "DELETE FROM uploads WHERE expires_at < now()")
		return err
	})
	return err
}
