// none: the sender selects over the send and the end of the context, so it never stays behind

package series

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

type reply struct {
	n   int64
	err error
}

type Store struct{ pool *pgxpool.Pool }

func (s *Store) Count(ctx context.Context, metric string) (int64, error) {
	out := make(chan reply)
	go func() {
		var r reply
		r.err = s.pool.QueryRow(ctx, "SELECT count(*) FROM series WHERE metric=$1", metric).Scan(&r.n)
		select {
		case out <- r:
		case <-ctx.Done():
		}
	}()
	select {
	case r := <-out:
		return r.n, r.err
	case <-ctx.Done():
		return 0, fmt.Errorf("count of %s: %w", metric, context.Cause(ctx))
	}
}
