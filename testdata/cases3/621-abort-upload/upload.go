package upload

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Uploader struct {
	c      *s3.Client
	bucket string
}

func (u *Uploader) Parts(ctx context.Context, key, id string, parts [][]byte) error {
	for i, p := range parts {
		_, err := u.c.UploadPart(ctx, &s3.UploadPartInput{
			Bucket: &u.bucket, Key: &key, UploadId: &id, PartNumber: aws.Int32(int32(i + 1)), Body: bytes.NewReader(p),
		})
		if err != nil {
			// ctx may be the reason.
			_, _ = u.c.AbortMultipartUpload(context.Background(), &s3.AbortMultipartUploadInput{Bucket: &u.bucket, Key: &key, UploadId: &id})
			return err
		}
	}
	return nil
}
