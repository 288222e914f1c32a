package kv

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Counter struct{ rdb *redis.Client }

func New(addr string) *Counter {
	return &Counter{rdb: redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: time.Second})}
}

func (c *Counter) Loop(stop <-chan struct{}) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			c.rdb.Incr(context.Background(), "beats")
		case <-stop:
			return
		}
	}
}
