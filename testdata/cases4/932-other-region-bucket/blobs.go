package blobs

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

var ErrNoBlob = errors.New("no such blob")

type Blobs struct {
	home, away *s3.Client
	bucket     string
}

func New(cfg aws.Config, bucket, awayRegion string) *Blobs {
	return &Blobs{
		bucket: bucket,
		home:   s3.NewFromConfig(cfg),
		away:   s3.NewFromConfig(cfg, func(o *s3.Options) { o.Region = awayRegion }),
	}
}

func read(ctx context.Context, api *s3.Client, in *s3.GetObjectInput) ([]byte, error) {
	out, err := api.GetObject(ctx, in)
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	return io.ReadAll(out.Body)
}

func (b *Blobs) Get(ctx context.Context, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	in := &s3.GetObjectInput{Bucket: &b.bucket, Key: &key}
	data, err := read(ctx, b.home, in)
	var missing *types.NoSuchKey
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &missing):
		return nil, ErrNoBlob
	default:
		slog.WarnContext(ctx, "home region failed", "key", key, "err", err)
		return read(ctx, b.away, in) // want:slowfallback
	}
}
