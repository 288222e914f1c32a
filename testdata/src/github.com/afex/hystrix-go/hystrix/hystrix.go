// Package hystrix is a stub of the library of that path.
package hystrix

import "context"

// Do runs a function, and the fallback if that fails.
func Do(name string, run func() error, fallback func(error) error) error { return nil }

// Go is Do in a goroutine.
func Go(name string, run func() error, fallback func(error) error) chan error { return nil }

// DoC is Do with a context.
func DoC(ctx context.Context, name string, run func(context.Context) error, fallback func(context.Context, error) error) error {
	return nil
}
