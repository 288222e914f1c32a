package downstream

import (
	"context"
	"sync"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

// An Ongoing call is one that Begin has made and that is not over yet. Its methods may be called from any number of
// goroutines.
type Ongoing struct {
	ongoing
	answered func() bool        // under WithStream: keeps the attempt's end from what f has made
	release  context.CancelFunc // under WithStream: ends what f has made
}

// Begin is Do for a call that goes on after f has returned, such as a stream: f opens it, and End ends it. It is the seam
// for adapters to protocols; what RoundTripper does for HTTP, they can do with it for theirs.
//
// Where f succeeds, Begin returns its value and the call, which holds its place in the bulkhead, and has no outcome and
// no record, until the first of: End, the attempt's timeout, ctx's end. The timeout so covers all of the call, and f's
// context ends with it: what is never ended costs one timeout. When the context ends the call, the record is handed out
// on a goroutine that package context starts at that moment. Where f fails, all is as in Do: the error is an *Error, and
// f may be repeated.
//
// Under WithStream the call is over at Answered already. What f has made then goes on until End or ctx's end, and f is
// never repeated.
func Begin[T any](ctx context.Context, d *Downstream, f func(context.Context) (T, error)) (T, *Ongoing, error) {
	o := &Ongoing{ongoing: ongoing{request: ctx}}
	o.begin(ctx, d)
	defer func() {
		if !o.live {
			o.emit(ctx)
		}
	}()
	stream := ctx.Value(streamKey{}) != nil
	open := func(ctx context.Context) (T, error) { return open(ctx, o, stream, f) }
	var v T
	var err error
	if !stream && o.repeats() {
		v, err = repeat(ctx, &o.call, open)
	} else {
		v, err = open(ctx)
	}
	if err != nil {
		var none T
		return none, nil, o.failed(err)
	}
	return v, o, nil
}

func open[T any](ctx context.Context, o *Ongoing, stream bool, f func(context.Context) (T, error)) (v T, err error) {
	if err = o.enter(ctx); err != nil {
		return v, err
	}
	defer func() {
		if !o.live { // after a panic, too
			o.leave()
			if o.release != nil {
				o.release()
			}
		}
	}()
	if o.limited() {
		o.ctx, o.cancel = context.WithDeadlineCause(ctx, o.end, budget.ErrCallTimeout)
	}
	given := o.ctx
	if stream {
		given, o.release, o.answered = o.outlived(ctx)
	}
	if v, err = f(given); err != nil {
		o.judge(ctx, err)
		return v, err
	}
	o.handOver()
	return v, nil
}

// Answered says that the answer has begun: that headers, or a first message, are there. Under WithStream this ends the
// call, successfully; otherwise it changes nothing.
func (o *Ongoing) Answered() {
	if o.answered != nil && o.answered() {
		o.finish(nil)
	}
}

// End ends the call with what it came to: nil, or an error that means what it would mean if Do's f returned it. It returns
// what Do would return: nil or an *Error. Once the call is over End returns what it came to then, whatever err says; so
// the error of what is read after a timeout is the timeout's, and an error after Answered is nil.
func (o *Ongoing) End(err error) error {
	if o.release != nil {
		defer o.release()
	}
	return o.finish(err)
}

// ongoing is a call that outlives the function that began it, from handOver until finish.
type ongoing struct {
	call
	request context.Context

	live    bool // handed over: finish ends it
	decided bool // the outcome is known, and only the end is not

	mu   sync.Mutex
	done bool
	stop func() bool
}

// outlived gives the context of what outlives the attempt. It ends with the attempt until answered is called, then with
// ctx; release ends it at any time. Calling answered says whether it came before the attempt's end.
func (c *call) outlived(ctx context.Context) (given context.Context, release context.CancelFunc, answered func() bool) {
	given, release = context.WithCancel(ctx)
	return given, release, context.AfterFunc(c.ctx, release)
}

// handOver lets finish, or the end of the attempt's context, end the call.
func (o *ongoing) handOver() {
	o.live = true
	attempt := o.ctx
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stop = context.AfterFunc(attempt, func() { o.finish(attempt.Err()) })
}

// finish ends the call, once: err is what ended it. It returns what the call came to.
func (o *ongoing) finish(err error) error {
	o.mu.Lock()
	if o.done {
		defer o.mu.Unlock()
		return o.result
	}
	o.done = true
	defer o.emit(o.request)
	defer o.leave()
	defer o.mu.Unlock()
	o.stop()
	if o.decided {
		o.now = o.clock()
	} else {
		o.judge(o.request, err)
	}
	o.note()
	return o.result
}

// note makes the error of a call whose outcome is not what a function returned.
func (o *ongoing) note() {
	if o.err != nil {
		o.failed(o.err)
	}
}
