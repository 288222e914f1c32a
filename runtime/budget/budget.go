// Package budget answers how much time a request has left, and gives contexts that keep to it. It makes no calls, and
// does not say what happens when the time is over: the packages that stand on it do.
//
// Start opens a budget where a request arrives and keeps a margin back for the answer. Each call below it gets a context
// from Within: its own timeout, or the time left where that is less. What is done once the calls are over, such as a
// computed fallback or rendering, uses Reply, which may spend the margin too.
//
// All functions may be called from any number of goroutines, and all contexts are ordinary ones: they can be wrapped,
// and make no goroutine. A nil context panics, as it does in package context.
package budget

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"
)

// Start opens a time budget: the context ends total − margin from now, and the margin stays for the answer (see Reply).
//
// Where ctx has a deadline that is not this package's, such as a server's, the whole budget must fit before it: the
// context ends at min(now + total, deadline) − margin. Under another budget the margin has been taken already, so it
// ends at min(now + total − margin, ctx's deadline). A context that ends by its own deadline has the cause ErrExhausted.
//
// The cancel function releases what the budget holds, contexts from Reply included; call it when the answer is sent.
// Start panics if margin is negative or total is not more than margin.
func Start(ctx context.Context, total, margin time.Duration) (context.Context, context.CancelFunc) {
	mustHave(ctx)
	if margin < 0 || total <= margin {
		panic(fmt.Sprintf("budget: total %v leaves nothing to spend beside a margin of %v", total, margin))
	}
	now := time.Now()
	s := &allowance{Context: ctx}
	deadline, bounded := ctx.Deadline()
	if s.outer = find(ctx); s.outer != nil {
		s.end = earlier(now.Add(total-margin), deadline)
		s.replyEnd = earlier(s.end.Add(margin), s.outer.replyEnd)
	} else {
		s.replyEnd = now.Add(total)
		if bounded {
			s.replyEnd = earlier(s.replyEnd, deadline)
		}
		s.end = s.replyEnd.Add(-margin)
	}
	child, cancel := until(s, s.end, ErrExhausted)
	return child, func() {
		cancel()
		s.release()
	}
}

// StartWithin is Start for a request whose sender said that it will wait for left. A left below total takes its place, and
// shrinks the margin in proportion, rounded down: with 2 s and 300 ms, a caller who waits 400 ms leaves 340 ms to spend
// and 60 ms for the answer. A left of zero or less leaves no time; such a request is better refused. StartWithin panics
// where Start(ctx, total, margin) does.
func StartWithin(ctx context.Context, left, total, margin time.Duration) (context.Context, context.CancelFunc) {
	if left = max(left, 1); left < total && margin >= 0 && margin < total {
		total, margin = left, share(margin, left, total)
	}
	return Start(ctx, total, margin)
}

// share is margin × left ÷ total, rounded down. In 64 bits the product of two minutes is already too much.
func share(margin, left, total time.Duration) time.Duration {
	hi, lo := bits.Mul64(uint64(margin), uint64(left))
	part, _ := bits.Div64(hi, lo, uint64(total)) // less than left, as margin < total: it fits
	return time.Duration(part)
}

// Within gives the context of one call: it ends after timeout, or with ctx where that is sooner, so that a call never
// outlives its request. A context that ends by its own deadline has the cause ErrCallTimeout; on a tie ctx's deadline
// is the one that counts. A timeout of zero or less is over at once.
//
// It is always a context of its own, even where ctx ends first; call the cancel function as soon as the call is over.
func Within(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	mustHave(ctx)
	return until(ctx, time.Now().Add(timeout), ErrCallTimeout)
}

// Detach gives a context for work that goes on after the request, such as an audit entry: it has ctx's values, but
// neither its cancellation nor its deadline nor its budget, and ends after d with the cause ErrCallTimeout. Start below
// it opens a new budget.
func Detach(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	mustHave(ctx)
	return until(detached{context.WithoutCancel(ctx)}, time.Now().Add(d), ErrCallTimeout)
}

// Remaining returns the time until ctx's deadline, zero or less once that is past. It is !ok if ctx has no deadline.
// It asks nothing of the budget: a canceled context may have time left.
func Remaining(ctx context.Context) (left time.Duration, ok bool) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0, false
	}
	return time.Until(deadline), true
}

// Sleep waits for d. It returns ErrExhausted at once, without waiting, if d is not less than the time that ctx has left:
// what follows could not run any more. It ends early when ctx does: with ErrExhausted if that was a deadline, else with
// ctx's cause. A d of zero or less waits for nothing but asks the same questions.
func Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return ended(ctx)
	}
	if left, ok := Remaining(ctx); ok && max(d, 0) >= left {
		return ErrExhausted
	}
	if d <= 0 {
		return nil
	}
	// Not from a pool: a timer may not move between the bubbles of testing/synctest.
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

func ended(ctx context.Context) error {
	if ctx.Err() == context.DeadlineExceeded {
		return ErrExhausted
	}
	return context.Cause(ctx)
}

// allowance is one budget. It stands between the caller's context and the one that ends at its end, as the value that both
// Start and Reply look for further down.
type allowance struct {
	context.Context // of the caller of Start: the client
	outer           *allowance
	end             time.Time // when the calls must be over
	replyEnd        time.Time // when the answer must be out: end plus the margin, never past the outer budget's

	mu          sync.Mutex
	reply       context.Context // made by the first Reply
	cancelReply context.CancelFunc
	released    bool
}

type key struct{}

// Value is how find meets the allowance.
func (s *allowance) Value(k any) any {
	if k == (key{}) {
		return s
	}
	return s.Context.Value(k)
}

// find returns the innermost budget that ctx spends from, or nil. A context without a deadline, or with one past the
// budget's end, has left its budget although its values tell of it: context.WithoutCancel, or Reply, stands in between.
func find(ctx context.Context) *allowance {
	s, _ := ctx.Value(key{}).(*allowance)
	if s == nil {
		return nil
	}
	if deadline, ok := ctx.Deadline(); !ok || deadline.After(s.end) {
		return nil
	}
	return s
}

// detached hides the budget, which the deadline alone would not do: Detach may end before the budget that it left.
type detached struct{ context.Context }

func (d detached) Value(k any) any {
	if k == (key{}) {
		return nil
	}
	return d.Context.Value(k)
}

// until is context.WithDeadlineCause, but for a tie: there the standard library takes the child's cause or the parent's
// as the timers happen to run.
func until(ctx context.Context, at time.Time, cause error) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok && !at.Before(deadline) {
		return context.WithCancel(ctx)
	}
	return context.WithDeadlineCause(ctx, at, cause)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func mustHave(ctx context.Context) {
	if ctx == nil {
		panic("cannot create context from nil parent")
	}
}
