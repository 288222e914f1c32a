// Package backoff is a stub with the true signatures.
package backoff

import (
	"context"
	"time"
)

type (
	Operation[T any] func() (T, error)
	RetryOption      func(*retryOptions)
	retryOptions     struct{}
)

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	return operation()
}

func WithMaxTries(n uint) RetryOption                { return nil }
func WithMaxElapsedTime(d time.Duration) RetryOption { return nil }
func Permanent(err error) error                      { return err }
