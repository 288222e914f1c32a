// Package retrystack reads objects, and tries again when that fails.
package retrystack

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type bucket struct{ api *s3.Client }

// Get reads one object.
func (b *bucket) Get(ctx context.Context, key string) (out *s3.GetObjectOutput, err error) {
	for i := 0; i < 4; i++ { // want `^4 × 3 = 12 calls: the loop repeats \(\*s3.Client\).GetObject, which is repeated below already \(the AWS SDK makes 3 attempts by default\); let one layer retry \(retrystack\)$`
		out, err = b.api.GetObject(ctx, &s3.GetObjectInput{Key: &key})
		if err == nil {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond << i):
		}
	}
	return nil, err
}
