// none: only the missing object is a plain no, everything else is handed on

package exists

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

type Archive struct {
	api    *s3.Client
	bucket string
}

func New(api *s3.Client, bucket string) *Archive { return &Archive{api: api, bucket: bucket} }

func (a *Archive) Size(ctx context.Context, key string) (size int64, found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	out, err := a.api.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &a.bucket, Key: &key})
	if err != nil {
		var missing *types.NotFound
		if errors.As(err, &missing) {
			return 0, false, nil
		}
		return 0, false, fmt.Errorf("head %s: %w", key, err)
	}
	if out.ContentLength != nil {
		size = *out.ContentLength
	}
	return size, true, nil
}
