// none: the lock is given up before misses are asked for remotely and taken again to keep the answers

package tiered

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"
)

type Tiered struct {
	mtx   sync.Mutex
	local map[string]string
	rdb   redis.UniversalClient
}

func (t *Tiered) GetMulti(ctx context.Context, keys []string) (map[string]string, error) {
	found := make(map[string]string, len(keys))
	var miss []string

	t.mtx.Lock()
	for _, k := range keys {
		if v, ok := t.local[k]; ok {
			found[k] = v
			continue
		}
		miss = append(miss, k)
	}
	t.mtx.Unlock()

	if len(miss) == 0 {
		return found, nil
	}
	vals, err := t.rdb.MGet(ctx, miss...).Result()
	if err != nil {
		return found, err
	}

	t.mtx.Lock()
	defer t.mtx.Unlock()
	for i, v := range vals {
		if s, ok := v.(string); ok {
			found[miss[i]] = s
			t.local[miss[i]] = s
		}
	}
	return found, nil
}
