package detachedctx

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type quota struct {
	rdb   *redis.Client
	short *http.Client
}

func newQuota(addr string) *quota {
	return &quota{rdb: redis.NewClient(&redis.Options{Addr: addr}), short: &http.Client{Timeout: time.Second}}
}

// A client that hangs up does not undo what was counted, and redis gives up by itself.
func (q *quota) spend(ctx context.Context, key string) error {
	ctx = context.WithoutCancel(ctx)
	return q.rdb.Set(ctx, key, 1, time.Hour).Err()
}

func (q *quota) tell(ctx context.Context) error {
	req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodPost, "https://quota", nil)
	if err != nil {
		return err
	}
	resp, err := q.short.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A plain root says nothing about why.
func (q *quota) reset(ctx context.Context, key string) error {
	return q.rdb.Set(context.Background(), key, 0, time.Hour).Err() // want `context.Background\(\) reaches redis.cmdable.Set although ctx is at hand, so its cancellation is lost`
}
