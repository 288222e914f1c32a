package detachedctx

import (
	"context"
	"net/http"
	"time"
)

// named takes a value of the request, but not its context.
func named(r *http.Request) (context.Context, context.CancelFunc) {
	ctx := context.WithValue(context.Background(), tenantKey{}, r.Header.Get("X-Tenant"))
	return context.WithTimeout(ctx, 10*time.Second)
}

// A helper makes the root, so there is nothing to replace here.
func (s *shop) helperMade(r *http.Request) error {
	ctx, cancel := named(r) // want `named\(r\) reaches \(\*sql.DB\).PingContext although r.Context\(\) is at hand`
	defer cancel()
	return s.db.PingContext(ctx)
}

// The variable that was made from a root is not at hand either.
func (s *shop) valueOnly(r *http.Request) error {
	ctx := context.WithValue(context.Background(), tenantKey{}, r.Header.Get("X-Tenant")) // want `although r.Context\(\) is at hand`
	if err := s.db.PingContext(ctx); err != nil {
		return err
	}
	return s.db.PingContext(context.TODO()) // want `although r.Context\(\) is at hand`
}

// The request itself may be derived further; the innermost context in scope is the one to pass.
func (s *shop) innermost(r *http.Request) error {
	bounded, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	if err := s.db.PingContext(bounded); err != nil {
		return err
	}
	return s.db.PingContext(context.TODO()) // want `although bounded is at hand`
}
