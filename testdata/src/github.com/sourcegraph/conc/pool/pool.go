// Package pool is a stub of the library of that path.
package pool

import "context"

// ResultContextPool is a pool whose tasks give a result.
type ResultContextPool[T any] struct{}

// Go starts a task.
func (p *ResultContextPool[T]) Go(f func(context.Context) (T, error)) {}

// Wait waits for all.
func (p *ResultContextPool[T]) Wait() ([]T, error) { return nil, nil }

// ResultPool is a pool of tasks with a result.
type ResultPool[T any] struct{}

// WithMaxGoroutines limits the pool.
func (p *ResultPool[T]) WithMaxGoroutines(n int) *ResultPool[T] { return p }

// WithContext gives the tasks a context.
func (p *ResultPool[T]) WithContext(ctx context.Context) *ResultContextPool[T] { return nil }

// NewWithResults makes a pool.
func NewWithResults[T any]() *ResultPool[T] { return &ResultPool[T]{} }
