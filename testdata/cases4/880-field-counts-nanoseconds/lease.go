// none: the wire carries nanoseconds, so the plain conversion is the right one

package lease

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Grant is what the coordinator sends; both durations are counts of nanoseconds.
type Grant struct {
	Key          string `json:"key"`
	TTLNanos     int64  `json:"ttl_ns"`
	TimeoutNanos int64  `json:"timeout_ns"`
}

func NewGrant(key string, ttl, timeout time.Duration) Grant {
	return Grant{Key: key, TTLNanos: ttl.Nanoseconds(), TimeoutNanos: int64(timeout)}
}

type Holder struct{ rdb *redis.Client }

func (h *Holder) Renew(ctx context.Context, g Grant) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(g.TimeoutNanos))
	defer cancel()
	return h.rdb.PExpire(ctx, g.Key, time.Duration(g.TTLNanos)).Result()
}
