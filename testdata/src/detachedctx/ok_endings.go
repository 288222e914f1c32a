package detachedctx

import (
	"context"
	"net/http"
	"time"
)

// Deferred work runs when the request may be over.
func (s *shop) okDeferred(ctx context.Context, id string) error {
	defer s.db.ExecContext(context.Background(), `DELETE FROM running WHERE id = $1`, id)
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, `DELETE FROM running WHERE id = $1`, id)
	}()
	return s.db.PingContext(ctx)
}

func (s *shop) unlock(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(context.Background(), `DELETE FROM locks WHERE id = $1`, id)
	return err
}

func (s *shop) rollbackPayment(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(context.Background(), `DELETE FROM paid WHERE id = $1`, id)
	return err
}

type server struct {
	shop *shop
	http *http.Server
}

// Close takes a context by the interface that it implements, and has to finish anyway.
func (s *server) Close(ctx context.Context) error {
	_, err := s.shop.db.ExecContext(context.Background(), `UPDATE nodes SET up = false`)
	return err
}

// After the end of the context only another one is of use.
func (s *server) okRun(ctx context.Context) error {
	<-ctx.Done()
	last, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := s.shop.db.ExecContext(last, `UPDATE nodes SET up = false`)
	return err
}

func (s *server) okSelect(ctx context.Context, tick <-chan time.Time) error {
	for {
		select {
		case <-tick:
			if err := s.shop.db.PingContext(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			_, err := s.shop.db.ExecContext(context.Background(), `UPDATE nodes SET up = false`)
			return err
		}
	}
}

func (s *server) okErrBranch(ctx context.Context, id string) error {
	err := s.shop.db.PingContext(ctx)
	if ctx.Err() != nil {
		_, _ = s.shop.db.ExecContext(context.Background(), `INSERT INTO aborted VALUES ($1)`, id)
	}
	return err
}
