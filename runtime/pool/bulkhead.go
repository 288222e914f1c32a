package pool

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"golang.org/x/sync/semaphore"
)

// ErrFull is returned by Bulkhead.Acquire when there is no place, or none came free in time.
var ErrFull error = &refusal{"pool: bulkhead is full"}

// refusal is an error that says that a call was not begun; package retry looks for its method.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }
func (*refusal) Refused() bool   { return true }

// Priority orders requests when a bulkhead is nearly full. It belongs to the request, not to the call.
type Priority = contract.Priority

const (
	// Normal is the priority of a request that names none.
	Normal = contract.Normal
	// Low never queues, and is refused once three quarters of a bulkhead's places are in use.
	Low = contract.Low
)

type priorityKey struct{}

// WithPriority returns a ctx whose calls have priority p in every bulkhead.
func WithPriority(ctx context.Context, p Priority) context.Context {
	return context.WithValue(ctx, priorityKey{}, p)
}

// PriorityOf returns the priority that WithPriority gave to ctx, or otherwise if it gave none.
func PriorityOf(ctx context.Context, otherwise Priority) Priority {
	if p, ok := ctx.Value(priorityKey{}).(Priority); ok {
		return p
	}
	return otherwise
}

// A Bulkhead limits how many calls to one downstream are under way, so that a slow one cannot take all goroutines and
// connections of a process. Those that wait get a place in the order in which they came. All methods may be called
// from any number of goroutines.
type Bulkhead struct {
	max    int64
	places *semaphore.Weighted
	// taken counts the calls that hold a place, wait for one or are about to try. It counts them before they do, so that
	// no two calls of low priority can take the same last place below the limit; where it counts a call too many,
	// everything is in use and a call of low priority has no place anyway.
	taken atomic.Int64
}

// NewBulkhead returns a Bulkhead with max places. It panics if max is below 1.
func NewBulkhead(max int) *Bulkhead {
	if max < 1 {
		panic(fmt.Sprintf("pool: NewBulkhead(%d): a bulkhead needs a place", max))
	}
	return &Bulkhead{max: int64(max), places: semaphore.NewWeighted(int64(max))}
}

// Acquire takes a place; the caller gives it back with Release, in a deferred call so that a panic does too. Where none
// is free it waits at most maxWait; a maxWait of 0 or less does not wait. The error is ErrFull, or ctx's cause where
// ctx ended first (on a tie, too). The priority is that of ctx, else Normal.
func (b *Bulkhead) Acquire(ctx context.Context, maxWait time.Duration) error {
	return b.AcquireAs(ctx, PriorityOf(ctx, Normal), maxWait)
}

// AcquireAs is Acquire with a given priority, for callers that know a better default than Normal (see PriorityOf).
func (b *Bulkhead) AcquireAs(ctx context.Context, p Priority, maxWait time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p == Low {
		return b.acquireLow()
	}
	b.taken.Add(1)
	if b.places.TryAcquire(1) { // not while others wait: they came first
		return nil
	}
	err := ErrFull
	if maxWait > 0 {
		err = b.wait(ctx, maxWait)
	}
	if err != nil {
		b.taken.Add(-1)
	}
	return err
}

func (b *Bulkhead) acquireLow() error {
	for {
		n := b.taken.Load()
		if 4*n >= 3*b.max {
			return ErrFull
		}
		if b.taken.CompareAndSwap(n, n+1) {
			break
		}
	}
	if !b.places.TryAcquire(1) {
		b.taken.Add(-1)
		return ErrFull
	}
	return nil
}

func (b *Bulkhead) wait(ctx context.Context, maxWait time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if b.places.Acquire(waiting, 1) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	// ctx may end at this very moment without knowing it yet: its timer is another one.
	if end, ok := ctx.Deadline(); ok {
		if until, _ := waiting.Deadline(); !until.Before(end) {
			return context.DeadlineExceeded
		}
	}
	return ErrFull
}

// Release gives a place back. It panics if none is taken.
func (b *Bulkhead) Release() {
	b.places.Release(1)
	b.taken.Add(-1)
}

// InUse returns how many places are taken, and how many calls wait for one. Both are guesses while calls come and go.
func (b *Bulkhead) InUse() (places, waiting int) {
	n := b.taken.Load()
	return int(min(n, b.max)), int(max(n-b.max, 0))
}
