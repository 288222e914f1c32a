// none: a constructor reaches its database and its cache once before the program serves

package deps

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

type Deps struct {
	Pool  *pgxpool.Pool
	Cache *redis.Client
}

func New(ctx context.Context, dsn, cacheAddr string) (*Deps, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()

	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database does not answer: %w", err)
	}
	cache := redis.NewClient(&redis.Options{Addr: cacheAddr})
	if err := cache.Ping(ctx).Err(); err != nil {
		pool.Close()
		return nil, fmt.Errorf("cache does not answer: %w", err)
	}
	return &Deps{Pool: pool, Cache: cache}, nil
}
