// Package gobreaker is a stub of the library of that path.
package gobreaker

import "errors"

// ErrOpenState is what a breaker returns that lets nothing through.
var ErrOpenState = errors.New("circuit breaker is open")

// CircuitBreaker is a breaker.
type CircuitBreaker[T any] struct{}

// Execute runs a function, unless the breaker is open.
func (cb *CircuitBreaker[T]) Execute(req func() (T, error)) (T, error) { return req() }
