// Package retry is a stub with the true signatures.
package retry

import (
	"context"
	"time"
)

type (
	RetryableFunc func() error
	Option        func(*Config)
	Config        struct{}
)

func Do(retryableFunc RetryableFunc, opts ...Option) error { return retryableFunc() }

func Attempts(attempts uint) Option      { return nil }
func Context(ctx context.Context) Option { return nil }
func Delay(delay time.Duration) Option   { return nil }
func UntilSucceeded() Option             { return nil }

func RetryIf(retryIf func(error) bool) Option { return nil }
