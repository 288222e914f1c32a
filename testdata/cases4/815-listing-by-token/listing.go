// none: each page is asked for with the token of the page before

package listing

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Bucket struct {
	api  *s3.Client
	name string
}

func (b *Bucket) Keys(ctx context.Context, prefix string) ([]string, error) {
	var keys []string
	in := &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix}
	for {
		page, err := b.api.ListObjectsV2(ctx, in)
		if err != nil {
			return nil, err
		}
		for _, o := range page.Contents {
			keys = append(keys, aws.ToString(o.Key))
		}
		if !aws.ToBool(page.IsTruncated) {
			return keys, nil
		}
		in.ContinuationToken = page.NextContinuationToken
	}
}
