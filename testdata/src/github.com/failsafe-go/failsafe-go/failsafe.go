// Package failsafe is a stub of the library of that path.
package failsafe

import "context"

// Execution is one attempt.
type Execution[R any] interface{ Context() context.Context }

// Policy is a policy.
type Policy[R any] interface{ policy(R) }

// Executor runs functions with policies.
type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	Get(fn func() (R, error)) (R, error)
	GetWithExecution(fn func(exec Execution[R]) (R, error)) (R, error)
}

// With makes an executor.
func With[R any](policies ...any) Executor[R] { return nil }
