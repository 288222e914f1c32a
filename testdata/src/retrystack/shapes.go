package retrystack

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"

	"retrystack/again"
)

// A library around the SDK.
func library(ctx context.Context, b *bucket, key string) (*s3.GetObjectOutput, error) {
	return backoff5.Retry(ctx, func() (*s3.GetObjectOutput, error) { // want `^6 × 3 = 18 calls: backoff.Retry repeats what is repeated below it already`
		out, err := b.api.GetObject(ctx, &s3.GetObjectInput{Key: &key})
		if errors.Is(err, errRefused) {
			return nil, backoff5.Permanent(err)
		}
		return out, err
	}, backoff5.WithMaxTries(6))
}

var errRefused = errors.New("refused")

// How often is not known, but that each attempt is several is.
func unknown(ctx context.Context, b *bucket, key string, policy backoff.BackOff) error {
	op := func() error {
		_, err := b.api.GetObject(ctx, &s3.GetObjectInput{Key: &key})
		return err
	}
	return backoff.Retry(op, policy) // want `^each attempt is up to 3 calls: backoff.Retry repeats`
}

// A helper of another package.
func helper(ctx context.Context, b *bucket, key string) error {
	return again.Four(ctx, func() error { // want `^4 × 3 = 12 calls: again.Four repeats`
		_, err := b.api.GetObject(ctx, &s3.GetObjectInput{Key: &key})
		return err
	})
}

// The helper's number is an argument; what it repeats retries in a loop of its own.
func counted(ctx context.Context, db *sql.DB) error {
	return again.Times(ctx, 5, func(ctx context.Context) error { // want `^5 × 3 = 15 calls: again.Times repeats .*Ping makes 3 attempts`
		return again.Ping(ctx, db)
	})
}

// Two loops of this package.
func loops(ctx context.Context, b *bucket) error {
	return retry.Do(func() error { return ready(ctx, b) }, retry.Context(ctx), retry.Attempts(2)) // want `^2 × 9 = 18 calls`
}

func ready(ctx context.Context, b *bucket) (err error) {
	for attempt := 1; attempt <= 3; attempt++ { // want `^3 × 3 = 9 calls`
		if _, err = b.api.GetObject(ctx, &s3.GetObjectInput{}); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retryablehttp, behind a wrapper, and goto.
func web(ctx context.Context, c *retryablehttp.Client, req *retryablehttp.Request) (*http.Response, error) {
	tries := 0
again: // want `^3 × 5 = 15 calls: the loop repeats retrystack.send`
	resp, err := send(c, req)
	if err != nil {
		if tries++; tries < 3 {
			goto again
		}
		return nil, err
	}
	return resp, nil
}

func send(c *retryablehttp.Client, req *retryablehttp.Request) (*http.Response, error) {
	return c.Do(req)
}

// go-redis.
func cached(ctx context.Context, rdb *redis.Client, key string) (v string, err error) {
	for i := range 3 { // want `^3 × 4 = 12 calls: .*go-redis makes 4 attempts by default`
		if v, err = rdb.Get(ctx, key).Result(); err == nil {
			break
		}
		time.Sleep(time.Second << i)
	}
	return v, err
}
