package detachedctx

import (
	"context"
	"database/sql"
	"time"
)

// A worker that a constructor starts lives as long as the process.
func okNewShop(ctx context.Context, db *sql.DB) *shop {
	s := &shop{db: db}
	go s.refresh(context.Background())
	return s
}

func (s *shop) refresh(ctx context.Context) {
	for range time.Tick(time.Minute) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		_ = s.db.PingContext(ctx)
		cancel()
	}
}

// Waiting for the end of the context is not waiting for the worker.
func (s *shop) okServe(ctx context.Context) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_ = s.db.PingContext(ctx)
	}()
	<-ctx.Done()
}

func init() {
	db, _ := sql.Open("pg", "")
	_ = db.PingContext(context.Background())
}

// No context is at hand at all.
func okJob(s *shop) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return s.db.PingContext(ctx)
}
