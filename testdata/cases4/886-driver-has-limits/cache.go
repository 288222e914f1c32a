// none: a root context reaches a cache client whose driver limits every socket operation by default

package bannercache

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

type Cache struct {
	rdb *redis.Client
	ttl time.Duration
}

func New(addr string) *Cache {
	return &Cache{
		rdb: redis.NewClient(&redis.Options{Addr: addr, PoolSize: 20, DB: 2}),
		ttl: time.Hour,
	}
}

func (c *Cache) Banner(lang string) (string, bool, error) {
	s, err := c.rdb.Get(context.Background(), "banner:"+lang).Result()
	if errors.Is(err, redis.Nil) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return s, true, nil
}

func (c *Cache) Keep(lang, text string) error {
	return c.rdb.Set(context.Background(), "banner:"+lang, text, c.ttl).Err()
}
