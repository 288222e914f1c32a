package downstream

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// A Task is a call that somebody waits for on another goroutine, and may give up waiting for. Package aggregate is made of
// them; most other code wants Do. A Task is for one call of DoTask, and must not be copied after.
type Task struct {
	ctx      context.Context
	optional bool
	// call is not on the stack of DoTask, which is that of a new goroutine: what does not fit into its first two
	// kilobytes is copied.
	call call

	// What Abandon may see of a call under way, beside what Init has set.
	state    atomic.Int32
	attempts atomic.Int64
	given    atomic.Int64
}

const (
	pending int32 = iota
	finished
	abandoned
)

// Init prepares t for one call of d under ctx, before any other goroutine sees it. What the call took counts from here.
// An optional call that fails is recorded as degraded, as the answer goes on without it.
func (t *Task) Init(ctx context.Context, d *Downstream, optional bool) {
	t.ctx, t.optional = ctx, optional
	t.call.begin(ctx, d)
	t.call.task = t
}

// DoTask is Do for the call that t stands for. Once t was abandoned it emits no record any more, unless f panics.
func DoTask[T any](t *Task, f func(context.Context) (T, error)) (T, error) {
	defer t.emit()
	t.call.now = t.call.clock() // a busy machine begins goroutines late, and there may be too little time left by now
	v, err := run(t.ctx, &t.call, f)
	return v, t.failed(err)
}

func (t *Task) emit()                  { t.call.emit(t.ctx) }
func (t *Task) failed(err error) error { return t.call.failed(err) }

// finish says whether the call ended before it was abandoned.
func (t *Task) finish() bool {
	if t.state.CompareAndSwap(pending, finished) {
		return true
	}
	if t.state.CompareAndSwap(abandoned, finished) {
		t.call.d.abandoned.Add(-1)
	}
	return false
}

// Abandon gives up waiting: it emits the record, on the caller's goroutine, and returns true. The status is Abandoned; of a
// call that has not begun an attempt, and so ignored nothing, it is Refused or Canceled as it would have been. The error is
// budget.ErrExhausted, or the context's cause where that ended before the time was up. If the call has ended it does
// nothing and returns false. The call keeps its place in the bulkhead until it ends.
func (t *Task) Abandon() bool {
	if !t.state.CompareAndSwap(pending, abandoned) {
		return false
	}
	d := t.call.d
	d.abandoned.Add(1)
	o := d.observer
	if o == nil {
		return true
	}
	attempts := int(t.attempts.Load())
	why := error(budget.ErrExhausted)
	if left, ok := budget.Remaining(t.ctx); (!ok || left > 0) && t.ctx.Err() != nil {
		why = context.Cause(t.ctx) // the client left, or a sibling failed
	}
	status := record.Abandoned
	switch {
	case attempts > 0:
	case why == budget.ErrExhausted:
		status = record.Refused
	case t.ctx.Err() != nil:
		status = record.Canceled
	}
	o.Observe(t.ctx, record.Call{
		Name: d.name, TraceID: d.trace.TraceID(t.ctx), Status: status, Degraded: t.optional,
		NoDeadline: !t.call.bounded, Start: t.call.start, Took: time.Since(t.call.start), Timeout: time.Duration(t.given.Load()),
		Attempts: attempts, Err: newError(d.name, status, attempts, why),
	})
	return true
}
