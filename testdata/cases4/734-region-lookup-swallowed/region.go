package cloud

import (
	"context"
	"log/slog"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Regions struct {
	api *s3.Client

	mu    sync.Mutex
	known map[string]string
}

func NewRegions(api *s3.Client) *Regions {
	return &Regions{api: api, known: map[string]string{}}
}

func (r *Regions) cached(bucket string) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.known[bucket]
	return v, ok
}

// Of tells in which region a bucket lives.
func (r *Regions) Of(ctx context.Context, bucket string) (region string, err error) {
	if v, ok := r.cached(bucket); ok {
		return v, nil
	}
	out, err := r.api.GetBucketLocation(ctx, &s3.GetBucketLocationInput{Bucket: &bucket})
	if err != nil {
		slog.WarnContext(ctx, "bucket region unknown", "bucket", bucket, "err", err)
		err = nil // alt:coreempty
		return    // want:coreempty
	}
	region = string(out.LocationConstraint)
	if region == "" {
		region = "us-east-1"
	}
	r.mu.Lock()
	r.known[bucket] = region
	r.mu.Unlock()
	return region, nil
}
