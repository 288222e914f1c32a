package retrystack

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/redis/go-redis/v9"

	"retrystack/again"
)

// One layer.
func one(ctx context.Context, db *sql.DB) error {
	return again.Four(ctx, func() error { return db.PingContext(ctx) })
}

// One layer, below.
func below(ctx context.Context, db *sql.DB) error {
	return again.Ping(ctx, db)
}

// A plain client.
func plain(ctx context.Context, c *http.Client, req *http.Request) error {
	return retry.Do(func() error {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Context(ctx))
}

// Only a lost race is repeated: the client below does not retry that.
func race(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for range 3 {
		err = rdb.Get(ctx, key).Err()
		if !errors.Is(err, errLost) {
			return err
		}
	}
	return err
}

var errLost = errors.New("lost")

// Items, not attempts.
func items(ctx context.Context, b *bucket, keys []string) error {
	for _, key := range keys {
		if _, err := b.api.GetObject(ctx, &s3.GetObjectInput{Key: &key}); err != nil {
			return err
		}
	}
	return nil
}

// A poll asks for an answer.
func poll(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		v, err := rdb.Get(ctx, key).Result()
		if err != nil {
			return err
		}
		if v == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// One attempt is none.
func once(ctx context.Context, rdb *redis.Client, key string) error {
	return retry.Do(func() error { return rdb.Get(ctx, key).Err() }, retry.Context(ctx), retry.Attempts(1))
}

// A worker.
func work(ctx context.Context, rdb *redis.Client, keys <-chan string) {
	for key := range keys {
		if err := rdb.Get(ctx, key).Err(); err != nil {
			continue
		}
	}
}
