// Package pool bounds how much work runs at a time: Map and Each do one thing for every item of a slice on a few
// goroutines, All makes a few different calls at once, and a Bulkhead limits how many calls to one downstream are under
// way. It sets no deadlines and repeats nothing; that is for packages budget and retry.
package pool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

var (
	// ErrLimit is returned by Map and Each for a limit below 1.
	ErrLimit = errors.New("pool: limit must be at least 1")
	// ErrGoexit is what a call fails with that ended its goroutine (runtime.Goexit, a t.FailNow in a test).
	ErrGoexit = errors.New("pool: the function called runtime.Goexit")
)

// An ItemError says which item of a slice failed. AllErrors joins one for each that did.
type ItemError struct {
	Index int
	Err   error
}

// Error names the item by its index.
func (e *ItemError) Error() string { return fmt.Sprintf("item %d: %v", e.Index, e.Err) }

// Unwrap returns what f returned.
func (e *ItemError) Unwrap() error { return e.Err }

// A PanicError is a panic that is raised again on the goroutine that waited for the one it happened on. Its message
// contains the stack, because a message is all that a crash prints of a panic.
type PanicError struct {
	// Value is what panic was called with.
	Value any
	// Stack is that of the goroutine that panicked, as debug.Stack writes it.
	Stack []byte
}

// Recovered makes a PanicError of what recover returned, or keeps it if it is one. It is to be called in the deferred
// function that recovered: the stack it takes is still that of the panic.
func Recovered(value any) *PanicError {
	if p, ok := value.(*PanicError); ok {
		return p
	}
	return &PanicError{Value: value, Stack: debug.Stack()}
}

// Error returns the panic's value and its stack.
func (p *PanicError) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the panic's value if it is an error, else nil.
func (p *PanicError) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// An Option changes what Map and Each do when an item fails.
type Option func(*options)

type options struct{ all bool }

// AllErrors makes Map and Each go on after an error. The error they return in the end joins an *ItemError for each item
// that failed, in the order of the items. Map returns its results beside it, with the zero value where an item failed.
func AllErrors() Option { return func(o *options) { o.all = true } }

// Map calls f for each of items, at most limit at a time, and returns what it returned, in the order of the items.
//
// The first error ends the ctx that f gets; no further item is begun, and Map returns nil and that error, as f returned
// it. Where ctx ends before the last item is begun, the error is ctx's cause. See AllErrors for the other way.
//
// Map returns when every f that it began has returned: an f that ignores its ctx makes it wait. A panic in f ends ctx
// too, and panics again out of Map as a *PanicError; an f that calls runtime.Goexit fails with ErrGoexit. A limit below
// 1 is ErrLimit.
func Map[T, R any](ctx context.Context, items []T, limit int, f func(context.Context, T) (R, error), o ...Option) ([]R, error) {
	if limit < 1 {
		return nil, ErrLimit
	}
	r := &run[T, R]{items: items, f: f, results: make([]R, len(items)), limit: int64(limit)}
	for _, option := range o {
		option(&r.options)
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	r.worker = r.work
	r.grow()
	r.group.Wait() // its error says less than r: it knows nothing of a Goexit
	if r.panicked != nil {
		panic(r.panicked)
	}
	err := r.end(ctx)
	if err != nil && !r.all {
		return nil, err
	}
	return r.results, err
}

// Each is Map for an f that has no result but its error.
func Each[T any](ctx context.Context, items []T, limit int, f func(context.Context, T) error, o ...Option) error {
	_, err := Map(ctx, items, limit, func(ctx context.Context, item T) (struct{}, error) {
		return struct{}{}, f(ctx, item)
	}, o...)
	return err
}

// run is one call of Map.
type run[T, R any] struct {
	options
	items   []T
	f       func(context.Context, T) (R, error)
	results []R
	limit   int64
	worker  func() error    // work, made once
	ctx     context.Context // what f gets
	cancel  context.CancelFunc
	next    atomic.Int64 // items begun, and one more for each worker that found none left
	workers atomic.Int64 // started, but for those in the place of another
	group   errgroup.Group

	mu       sync.Mutex
	first    error
	failed   []*ItemError
	panicked *PanicError
}

// grow starts one more worker if there is an item for it. Each worker does so once, before its first f: so all that may
// work at a time soon do, and where f is done sooner than a goroutine begins, none is started for nothing.
func (r *run[T, R]) grow() {
	if r.next.Load() < int64(len(r.items)) && r.workers.Add(1) <= r.limit {
		r.group.Go(r.worker)
	}
}

// work does items until there are no more. One deferred function serves all of them: it costs nothing per item.
func (r *run[T, R]) work() error {
	i, done := 0, false // the item that f has; done is set by a return only
	defer func() {
		if done {
			return
		}
		if v := recover(); v != nil {
			r.panics(Recovered(v))
			return
		}
		r.fail(i, ErrGoexit)
		if r.all {
			r.group.Go(r.worker) // in the place of this goroutine, which ends now
		}
	}()
	// Read once: next is written all the time, and its neighbours in memory are then to be fetched again.
	ctx, f, items, results := r.ctx, r.f, r.items, r.results
	for first := true; ctx.Err() == nil; first = false {
		n := int(r.next.Add(1) - 1)
		if n >= len(items) {
			break
		}
		if first {
			r.grow()
		}
		i = n
		if v, err := f(ctx, items[n]); err != nil {
			r.fail(n, err)
		} else {
			results[n] = v
		}
	}
	done = true
	return nil
}

// end is the error of all, once the workers are done.
func (r *run[T, R]) end(ctx context.Context) error {
	if r.first != nil {
		return r.first
	}
	slices.SortFunc(r.failed, func(a, b *ItemError) int { return cmp.Compare(a.Index, b.Index) })
	var joined []error
	for _, e := range r.failed {
		joined = append(joined, e)
	}
	if r.next.Load() < int64(len(r.items)) { // nothing but the end of ctx leaves items
		joined = append(joined, context.Cause(ctx))
	}
	if len(joined) == 1 {
		return joined[0]
	}
	return errors.Join(joined...)
}

func (r *run[T, R]) fail(i int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all {
		r.failed = append(r.failed, &ItemError{i, err})
		return
	}
	if r.first == nil { // those after it may be of its making: they saw their ctx end
		r.first = err
		r.cancel()
	}
}

func (r *run[T, R]) panics(p *PanicError) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.panicked == nil {
		r.panicked = p
		r.cancel()
	}
}
