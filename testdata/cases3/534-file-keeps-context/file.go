package file

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type File struct {
	ctx    context.Context
	client *s3.Client
	bucket string
}

func Open(ctx context.Context, c *s3.Client, bucket string) *File {
	return &File{ctx: ctx, client: c, bucket: bucket}
}

func (f *File) Size(ctx context.Context, key string) (int64, error) {
	out, err := f.client.HeadObject(f.ctx, &s3.HeadObjectInput{ // want:ctxdrop
		Bucket: aws.String(f.bucket), Key: aws.String(key),
	})
	if err != nil {
		return 0, err
	}
	return aws.ToInt64(out.ContentLength), nil
}
