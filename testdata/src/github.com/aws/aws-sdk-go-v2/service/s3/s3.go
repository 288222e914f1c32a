// Package s3 is a stub with the true signatures.
package s3

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type (
	Client  struct{}
	Options struct {
		Retryer          aws.Retryer
		RetryMaxAttempts int
	}
	GetObjectInput  struct{ Key *string }
	GetObjectOutput struct{}
)

func NewFromConfig(cfg aws.Config, optFns ...func(*Options)) *Client { return &Client{} }

func (c *Client) GetObject(ctx context.Context, params *GetObjectInput, optFns ...func(*Options)) (*GetObjectOutput, error) {
	return nil, nil
}
