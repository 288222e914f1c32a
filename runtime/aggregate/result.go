package aggregate

import (
	"context"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

// A Result is what became of one part. It may be read by any number of goroutines once Wait has returned.
type Result[T any] struct {
	part
	fb    fallback.Fallback[T]
	value T
}

// part is what a Group knows of a Result, of whatever type. It is guarded by the group's mutex until the group is sealed.
type part struct {
	group    *Group
	down     *downstream.Downstream
	required bool
	ended    bool // or sealed without having ended
	ok       bool
	cause    error
	in       chan struct{} // closed when the part ends, if somebody waits for it alone
	task     downstream.Task
}

// result is a *Result of any type.
type result interface {
	base() *part
	// abandon is called after the seal for a part that had not ended.
	abandon()
}

func (p *part) base() *part    { return p }
func (p *part) degraded() bool { return !p.required && !p.ok }

// Value returns the call's value; where that was not had, the fallback's, and T's zero value where there is none of that
// either. It panics before Wait.
func (r *Result[T]) Value() T {
	r.group.mustBeDone()
	return r.value
}

// Await waits for this part alone, so that another can be made of it:
//
//	orders := aggregate.Require(g, orderService, recent)
//	stock := aggregate.Prefer(g, stockService, stockOf(orders.Await()), fallback.Value(none))
//	err := g.Wait()
//
// It returns what Value will, or T's zero value where the part is not in when the group is over: at a failure of a
// required part, which this one may be, or at the end of the context. Require and Prefer call nothing after that, and
// Wait says what happened, so there is no error to look at. Like those, it is for the group's goroutine and panics after
// Wait.
func (r *Result[T]) Await() (v T) {
	g := r.group
	if in := g.await(&r.part); in != nil {
		select {
		case <-in:
		case <-g.ctx.Done():
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.ended {
		v = r.value
	}
	return v
}

// State says whether Value is the call's own (ok), or the fallback's or none of a preferred part (degraded). If it is not
// ok, cause is why. It is neither ok nor degraded for a required part that failed; then Wait has returned an error, too.
// It panics before Wait.
func (r *Result[T]) State() (ok, degraded bool, cause error) {
	r.group.mustBeDone()
	return r.ok, r.degraded(), r.cause
}

// Require starts f, a call to d without whose value there is no answer. If it fails, all other calls of the group are
// canceled with the *CoreError as their cause, and Wait returns that. It panics if d is degradable by its contract.
//
// f runs on a goroutine of its own. The context that it gets ends with the group, so what f returns must be complete: a
// response's body is to be read in f. Where the group has failed or its context is over, f is not called.
func Require[T any](g *Group, d *downstream.Downstream, f func(context.Context) (T, error)) *Result[T] {
	if d.Degradable() {
		panic(fmt.Sprintf("aggregate: Require of %s, which is degradable: it takes Prefer and a fallback", d.Name()))
	}
	r := &Result[T]{part: part{group: g, down: d, required: true}}
	start(g, r, f)
	return r
}

// Prefer starts f, a call to d that the answer can do without: if it fails or is late, fb's value takes its place, and
// Degraded names d. It panics if d is core by its contract. The rest is as with Require.
//
// A fallback.Func has to be done before the group's context ends. After that, fb is asked only if it has its value at
// hand, as fallback.Value and fallback.Stale do.
func Prefer[T any](g *Group, d *downstream.Downstream, f func(context.Context) (T, error), fb fallback.Fallback[T]) *Result[T] {
	if d.Core() {
		panic(fmt.Sprintf("aggregate: Prefer of %s, which is core: its failure fails the answer, so it takes Require", d.Name()))
	}
	r := &Result[T]{part: part{group: g, down: d}, fb: fb}
	start(g, r, f)
	return r
}

// over is a context of no budget that has ended. Under it, a fallback gives what it has at hand and computes nothing.
var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// start makes r's call, or has it refused at once if the group is over: then there is a record of it, and no goroutine.
func start[T any](g *Group, r *Result[T], f func(context.Context) (T, error)) {
	r.task.Init(g.ctx, r.down, !r.required)
	if g.add(r) {
		go r.run(f)
		return
	}
	_, err := downstream.DoTask(&r.task, f)
	r.fail(over, err)
}

func (r *Result[T]) run(f func(context.Context) (T, error)) {
	returned := false
	defer func() {
		if v := recover(); v != nil {
			var none T
			p := pool.Recovered(v)
			r.end(none, false, p, p)
		} else if !returned {
			r.fail(over, pool.ErrGoexit) // whatever it was that ended the goroutine, the fallback's function perhaps
		}
	}()
	v, err := downstream.DoTask(&r.task, f)
	r.finish(v, err)
	returned = true
}

func (r *Result[T]) finish(v T, err error) {
	if err != nil {
		r.fail(r.group.ctx, err)
		return
	}
	if r.fb.Keeps() {
		r.fb.Keep(v, time.Now()) // after the seal, too
	}
	r.end(v, true, nil, nil)
}

// fail ends r with the fallback's value. One that has to be computed is not begun once the group is over, as Wait would
// not see it.
func (r *Result[T]) fail(ctx context.Context, cause error) {
	var v T
	if !r.required {
		if ctx.Err() != nil {
			ctx = over
		}
		v, _ = r.fb.Get(ctx, cause)
	}
	r.end(v, false, cause, nil)
}

func (r *Result[T]) end(v T, ok bool, cause error, panicked *pool.PanicError) {
	g := r.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.sealed {
		r.value = v
		g.note(&r.part, ok, cause, panicked)
	}
}

func (r *Result[T]) abandon() {
	r.task.Abandon()
	if !r.required {
		r.value, _ = r.fb.Get(over, r.cause)
	}
}
