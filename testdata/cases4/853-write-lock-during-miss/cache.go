package featurecache

import (
	"context"
	"errors"
	"sync"

	"github.com/redis/go-redis/v9"
)

type Cache struct {
	mu     sync.RWMutex
	byID   map[string]string
	source *redis.Client
}

func New(source *redis.Client) *Cache {
	return &Cache{byID: map[string]string{}, source: source}
}

func (c *Cache) Get(ctx context.Context, id string) (string, bool, error) {
	c.mu.RLock()
	v, ok := c.byID[id]
	c.mu.RUnlock()
	if ok {
		return v, true, nil
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.byID[id]; ok {
		return v, true, nil
	}
	v, err := c.source.Get(ctx, "feature:"+id).Result() // want:lockedcall
	if errors.Is(err, redis.Nil) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	c.byID[id] = v
	return v, true, nil
}
