// none: the advisory lock is released in a defer on a root context with a short limit

package advisory

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Locker struct{ pool *pgxpool.Pool }

// With runs f while this instance holds the lock id; ok tells whether it got it.
func (l *Locker) With(ctx context.Context, id int64, f func(context.Context) error) (ok bool, err error) {
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return false, fmt.Errorf("lock %d: %w", id, err)
	}
	if !ok {
		return false, nil
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if _, err := conn.Exec(uctx, "SELECT pg_advisory_unlock($1)", id); err != nil {
			slog.Error("lock kept", "id", id, "err", err)
		}
	}()
	return true, f(ctx)
}
