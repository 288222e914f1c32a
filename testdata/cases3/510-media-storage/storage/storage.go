package storage

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Storage interface {
	Upload(key string, data []byte) error
}

type Bucket struct {
	cli  *s3.Client
	name string
}

func NewBucket(cfg aws.Config, name string) *Bucket {
	return &Bucket{cli: s3.NewFromConfig(cfg), name: name}
}

func (b *Bucket) Upload(key string, data []byte) error {
	_, err := b.cli.PutObject(context.TODO(), &s3.PutObjectInput{ // alt:nodeadline alt:detachedctx
		Bucket: aws.String(b.name), Key: aws.String(key), Body: bytes.NewReader(data),
	})
	return err
}
