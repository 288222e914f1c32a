package detachedctx

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// A deadline of its own bounds the call, but the client may be gone long before.
func (s *shop) withTimeout(r *http.Request) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `context.Background\(\) reaches \(\*sql.DB\).PingContext although r.Context\(\) is at hand, so its cancellation is lost \(detachedctx\)`
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *shop) withDeadlineCause(ctx context.Context, until time.Time) error {
	late, cancel := context.WithDeadlineCause(context.TODO(), until, errors.New("too late")) // want `context.TODO\(\) reaches`
	defer cancel()
	return s.db.PingContext(late)
}

func (s *shop) withCancelCause(ctx context.Context) error {
	own, cancel := context.WithCancelCause(context.Background()) // want `reaches \(\*sql.DB\).PingContext although ctx is at hand`
	defer cancel(nil)
	return s.db.PingContext(own)
}

type tenantKey struct{}

func (s *shop) withValue(ctx context.Context, tenant string) error {
	return s.db.PingContext(context.WithValue(context.Background(), tenantKey{}, tenant)) // want `reaches \(\*sql.DB\).PingContext although ctx is at hand`
}

// Two derivations deep.
func (s *shop) nested(ctx context.Context, tenant string) error {
	named := context.WithValue(context.Background(), tenantKey{}, tenant) // want `reaches`
	bounded, cancel := context.WithTimeout(named, time.Second)
	defer cancel()
	return s.db.PingContext(bounded)
}
