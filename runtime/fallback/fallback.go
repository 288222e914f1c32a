// Package fallback says what takes the place of a degradable downstream's answer when there is none: a fixed value, the
// last good one, or one that is computed. It does not decide when that is; packages downstream and aggregate do.
package fallback

import (
	"context"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

// A Fallback yields a T in place of one that could not be had, or nothing. The zero value yields nothing. It may be
// kept and used by any number of goroutines, as far as the function or the store that it was made with may.
//
// It is a struct and no interface, and holds none, so that making one for a call that then succeeds costs no
// allocation: the compiler takes what a method of an interface is called on for escaped, and all fields beside it.
type Fallback[T any] struct {
	fixed bool
	value T
	f     func(ctx context.Context, cause error) (T, bool)
	limit time.Duration
	stale func(keep bool, v T, at time.Time) (T, bool)
}

// Value yields v. It allocates nothing.
func Value[T any](v T) Fallback[T] { return Fallback[T]{fixed: true, value: v} }

// Func yields what f returns, unless that is false. f runs on the goroutine that asks, under the context of
// budget.Reply: it may spend the margin, and is told at the end of that or after limit, whichever is sooner; a limit
// of 0 or less is none of its own. With no time left f is not called. cause is the error of the call.
//
// An f that ignores its context is waited for; one that panics panics where the call was made.
func Func[T any](limit time.Duration, f func(ctx context.Context, cause error) (T, bool)) Fallback[T] {
	return Fallback[T]{f: f, limit: limit}
}

// Stale yields the last value that was kept under k in s, if it is no older than maxAge. Each success of a call that
// has this fallback is kept there.
func Stale[K comparable, T any](s Store[K, T], k K, maxAge time.Duration) Fallback[T] {
	return Fallback[T]{stale: func(keep bool, v T, at time.Time) (T, bool) {
		if keep {
			s.Save(k, v, at)
			return v, true
		}
		kept, since, ok := s.Load(k)
		if !ok || at.Sub(since) > maxAge {
			return v, false
		}
		return kept, true
	}}
}

// Get returns what takes the place of a call under ctx that failed with cause. With !ok there is nothing, and cause is
// the answer.
func (f Fallback[T]) Get(ctx context.Context, cause error) (T, bool) {
	var none T // no named result: where that goes, a fixed value would go too
	switch {
	case f.fixed:
		return f.value, true
	case f.stale != nil:
		return f.stale(false, none, time.Now())
	case f.f != nil:
		return f.compute(ctx, cause)
	}
	return none, false
}

func (f Fallback[T]) compute(ctx context.Context, cause error) (v T, ok bool) {
	ctx = budget.Reply(ctx)
	if left, bounded := budget.Remaining(ctx); ctx.Err() != nil || bounded && left <= 0 {
		return v, false
	}
	if f.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = budget.Within(ctx, f.limit)
		defer cancel()
	}
	return f.f(ctx, cause)
}

// Keeps says whether Keep does anything, for those who would have to read the clock for it.
func (f Fallback[T]) Keeps() bool { return f.stale != nil }

// Keep is to be called with each success: v was received at that time. Only Stale does something with it.
func (f Fallback[T]) Keep(v T, at time.Time) {
	if f.stale != nil {
		f.stale(true, v, at)
	}
}
