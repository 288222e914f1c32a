package detachedctx

import (
	"context"
	"database/sql"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"
)

func retry(attempts int, f func() error) (err error) {
	for range attempts {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// The literal runs while its surroundings wait.
func (s *shop) retried(ctx context.Context) error {
	return retry(3, func() error {
		return s.db.PingContext(context.Background()) // want `although ctx is at hand`
	})
}

// A local helper.
func (s *shop) helped(ctx context.Context, ids []string) error {
	mark := func(id string) error {
		_, err := s.db.ExecContext(context.TODO(), `UPDATE orders SET seen = true WHERE id = $1`, id) // want `although ctx is at hand`
		return err
	}
	for _, id := range ids {
		if err := mark(id); err != nil {
			return err
		}
	}
	return nil
}

// Loops over a number and over a function.
func (s *shop) looped(ctx context.Context, pages iter.Seq[int]) error {
	for range 3 {
		if err := s.db.PingContext(context.Background()); err != nil { // want `although ctx is at hand`
			return err
		}
	}
	for page := range pages {
		if _, err := s.db.ExecContext(context.Background(), `DELETE FROM pages WHERE n = $1`, page); err != nil { // want `although ctx is at hand`
			return err
		}
	}
	return nil
}

// A group that is waited for runs within the request.
func (s *shop) grouped(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return s.db.PingContext(context.TODO()) // want `although gctx is at hand`
	})
	g.Go(func() error {
		return s.db.PingContext(gctx)
	})
	return g.Wait()
}

// A literal of its own, called on the spot.
func (s *shop) once(ctx context.Context) (n int, err error) {
	err = func() error {
		return s.db.QueryRowContext(context.Background(), `SELECT count(*) FROM orders`).Scan(&n) // want `although ctx is at hand`
	}()
	return n, err
}

// Goroutines that are waited for run within the request as well.
func (s *shop) waited(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Go(func() {
			_ = db.PingContext(context.Background()) // want `although ctx is at hand`
		})
	}
	wg.Wait()
}
