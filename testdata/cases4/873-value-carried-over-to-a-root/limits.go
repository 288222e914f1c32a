package limits

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type tenantKey struct{}

type Limits struct{ rdb *redis.Client }

func tenantOf(ctx context.Context) string {
	t, _ := ctx.Value(tenantKey{}).(string)
	return t
}

func (l *Limits) read(ctx context.Context, name string) (int64, error) {
	n, err := l.rdb.Get(ctx, tenantOf(ctx)+":"+name).Int64()
	if errors.Is(err, redis.Nil) {
		return 0, nil
	}
	return n, err
}

func (l *Limits) For(ctx context.Context, tenant, name string) (int64, error) {
	if tenant == "" {
		tenant = tenantOf(ctx)
	}
	scoped := context.WithValue(context.Background(), tenantKey{}, tenant) // want:detachedctx
	n, err := l.read(scoped, name)                                         // alt:detachedctx
	if err != nil {
		return 0, fmt.Errorf("limit %s of %s: %w", name, tenant, err)
	}
	return n, nil
}
