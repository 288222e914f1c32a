// Package quiet switches the SDK's own retries off, so its loop is the only one.
package quiet

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"retrystack/again"
)

// New makes a client that tries once.
func New(cfg aws.Config) *s3.Client {
	return s3.NewFromConfig(cfg, func(o *s3.Options) { o.Retryer = aws.NopRetryer{} })
}

// Get makes four attempts.
func Get(ctx context.Context, api *s3.Client, key string) error {
	return again.Four(ctx, func() error {
		_, err := api.GetObject(ctx, &s3.GetObjectInput{Key: &key})
		return err
	})
}
