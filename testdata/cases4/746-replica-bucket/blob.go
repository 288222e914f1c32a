package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

type Getter interface {
	GetObject(ctx context.Context, in *s3.GetObjectInput, opts ...func(*s3.Options)) (*s3.GetObjectOutput, error)
}

type Store struct {
	home, replica             Getter
	homeBucket, replicaBucket string
}

func New(home, replica *s3.Client, homeBucket, replicaBucket string) *Store {
	return &Store{home: home, replica: replica, homeBucket: homeBucket, replicaBucket: replicaBucket}
}

func read(ctx context.Context, api Getter, bucket, key string) ([]byte, error) {
	out, err := api.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return nil, fmt.Errorf("get %s/%s: %w", bucket, key, err)
	}
	defer out.Body.Close()
	return io.ReadAll(out.Body)
}

// Read returns a blob, from the replica if the home region does not answer.
func (s *Store) Read(ctx context.Context, key string) ([]byte, error) {
	data, err := read(ctx, s.home, s.homeBucket, key)
	var missing *types.NoSuchKey
	if errors.As(err, &missing) {
		return nil, err
	}
	if err != nil {
		if data, second := read(ctx, s.replica, s.replicaBucket, key); second == nil { // want:slowfallback
			return data, nil
		}
		return nil, err
	}
	return data, nil
}
