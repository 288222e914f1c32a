// none: the parts make up one object, which is useless with a hole in it

package parts

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"golang.org/x/sync/errgroup"
)

const partSize = 8 << 20

type Getter struct {
	api    *s3.Client
	bucket string
}

func New(api *s3.Client, bucket string) *Getter { return &Getter{api: api, bucket: bucket} }

func (g *Getter) part(ctx context.Context, key string, from, to int64) ([]byte, error) {
	out, err := g.api.GetObject(ctx, &s3.GetObjectInput{
		Bucket: &g.bucket,
		Key:    &key,
		Range:  aws.String(fmt.Sprintf("bytes=%d-%d", from, to-1)),
	})
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	return io.ReadAll(out.Body)
}

// Get reads one object of the given size in ranges.
func (g *Getter) Get(ctx context.Context, key string, size int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	chunks := make([][]byte, (size+partSize-1)/partSize)
	eg, gctx := errgroup.WithContext(ctx)
	eg.SetLimit(4)
	for i := range chunks {
		eg.Go(func() error {
			from := int64(i) * partSize
			b, err := g.part(gctx, key, from, min(from+partSize, size))
			if err != nil {
				return err
			}
			chunks[i] = b
			return nil
		})
	}
	if err := eg.Wait(); err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	return bytes.Join(chunks, nil), nil
}
