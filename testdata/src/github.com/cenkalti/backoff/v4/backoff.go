// Package backoff is a stub with the true signatures.
package backoff

import (
	"context"
	"time"
)

type (
	Operation func() error
	BackOff   interface {
		NextBackOff() time.Duration
		Reset()
	}
	BackOffContext interface {
		BackOff
		Context() context.Context
	}
	ExponentialBackOff struct {
		InitialInterval, MaxInterval, MaxElapsedTime time.Duration
	}
	ConstantBackOff struct{ Interval time.Duration }
)

func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }
func (b *ExponentialBackOff) Reset()                     {}
func (b *ConstantBackOff) NextBackOff() time.Duration    { return b.Interval }
func (b *ConstantBackOff) Reset()                        {}

func Retry(o Operation, b BackOff) error                        { return nil }
func NewExponentialBackOff() *ExponentialBackOff                { return nil }
func NewConstantBackOff(d time.Duration) *ConstantBackOff       { return nil }
func WithContext(b BackOff, ctx context.Context) BackOffContext { return nil }
func WithMaxRetries(b BackOff, max uint64) BackOff              { return nil }
func Permanent(err error) error                                 { return err }
