package detachedctx

import (
	"context"
	"log/slog"
)

// A nil context is replaced, not ignored.
func (s *shop) okNil(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return s.db.PingContext(ctx)
}

// Logs and spans do not wait for anybody.
func (s *shop) okLogged(ctx context.Context, id string) error {
	slog.InfoContext(context.Background(), "ping", "id", id)
	return s.db.PingContext(ctx)
}

// A root that goes to no call.
func okUnused(ctx context.Context) context.Context {
	return context.WithValue(context.Background(), tenantKey{}, ctx.Value(tenantKey{}))
}

type worker struct {
	ctx context.Context
	s   *shop
}

// Stored only: who uses it later decides.
func okStored(ctx context.Context, s *shop) *worker {
	return &worker{ctx: context.Background(), s: s}
}
