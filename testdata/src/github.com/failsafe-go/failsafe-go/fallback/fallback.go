// Package fallback is a stub of the library of that path.
package fallback

import "github.com/failsafe-go/failsafe-go"

// Fallback is a policy.
type Fallback[R any] interface{}

// NewWithFunc makes a policy that answers with what a function gives.
func NewWithFunc[R any](fallbackFunc func(exec failsafe.Execution[R]) (R, error)) Fallback[R] {
	return nil
}

// NewWithResult makes a policy that answers with a value.
func NewWithResult[R any](result R) Fallback[R] { return nil }
