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

// It has a cancel of its own, which the function calls when it is done.
func (q *quota) forward(ctx context.Context, dial func(context.Context) error) error {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	return q.rdb.Set(own, "forward", 1, time.Hour).Err()
}

// The call is given both: one for the dial, one for what is dialled.
func (q *quota) tunnel(ctx context.Context) error {
	life, end := context.WithCancel(context.Background())
	if err := q.connect(ctx, life); err != nil {
		end()
		return err
	}
	return nil
}

func (q *quota) connect(ctx, life context.Context) error {
	if err := q.rdb.Set(ctx, "tunnel", 1, time.Hour).Err(); err != nil {
		return err
	}
	return q.rdb.Set(life, "tunnel", 2, time.Hour).Err()
}

// store keeps a root, and every method uses it.
type store struct {
	ctx context.Context
	rdb *redis.Client
}

func newStore(rdb *redis.Client) *store { return &store{ctx: context.Background(), rdb: rdb} }

func (s *store) start() error {
	if err := s.rdb.Set(s.ctx, "version", 1, 0).Err(); err != nil {
		return err
	}
	return s.rdb.Set(s.ctx, "started", 1, 0).Err()
}

func (s *store) put(ctx context.Context, key string) error {
	return s.rdb.Set(s.ctx, key, 1, 0).Err() // want `a root context reaches redis.cmdable.Set although ctx is at hand`
}
