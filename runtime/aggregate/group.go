// Package aggregate answers a request out of several downstreams at once: parts that the answer needs, and parts that
// it can do without. It says when the answer is due and which parts are missing from it; what one call may take, and how
// often it is tried, is for package downstream.
//
// Require starts a part without which there is no answer: its failure is Wait's error. Prefer starts a part that has a
// fallback: it cannot fail the answer, and Degraded names it where its own value was not had. Results may be read after
// Wait; a part that is made of another's result gets it from Await.
//
// The group lives as long as the context that it was made with, which best comes from budget.Start or
// httpbudget.Middleware. When that ends, Wait returns even if a call ignores its context. Such a call is abandoned: it
// is recorded at once, keeps its place in the bulkhead until it returns, and nobody gets to see what it returns, except
// that a fallback.Stale keeps it for later. Should it panic, there is a second record of that, and nothing else.
package aggregate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

// A CoreError is Wait's error where a required part failed, or was not in when the time was over.
type CoreError struct {
	// Name is the downstream's.
	Name string
	// Err is the error of the call, a *downstream.Error; budget.ErrExhausted if the call had not ended, and
	// pool.ErrGoexit if it ended its goroutine.
	Err error
}

// Error names the downstream.
func (e *CoreError) Error() string { return fmt.Sprintf("core part %s: %v", e.Name, e.Err) }

// Unwrap returns Err.
func (e *CoreError) Unwrap() error { return e.Err }

// A Group collects the parts of one answer. Its methods, and Require and Prefer, are for one goroutine, the one that
// answers; what is made of the results after Wait may be shared.
type Group struct {
	parent context.Context // of the caller of New
	ctx    context.Context // of the calls: ends with parent, with the first core failure or panic, and with Wait
	cancel context.CancelCauseFunc
	wake   chan struct{} // has an element if all parts that were begun have ended

	mu       sync.Mutex
	results  []result
	open     int // parts that have not ended
	failed   *CoreError
	panicked *pool.PanicError
	lost     bool // parent was canceled before all parts had ended
	waited   bool
	sealed   bool // what ends now is dropped
	done     bool // the results may be read
}

// New returns a Group whose parts live no longer than ctx. It must be waited for: Wait releases what it holds.
func New(ctx context.Context) *Group {
	g := &Group{parent: ctx, wake: make(chan struct{}, 1), results: make([]result, 0, 8)}
	g.ctx, g.cancel = context.WithCancelCause(ctx)
	return g
}

// Wait returns when all parts are in, or before that at the first core failure, or when the group's context ends. Then
// the results are sealed, and may be read.
//
// The error is a *CoreError for the first required part that failed, which cancels all others; for a required part that
// was not in at the deadline it is one around budget.ErrExhausted. Where the context was canceled it is the cause of
// that. Otherwise it is nil: preferred parts that are not in are degraded. A group whose context has no deadline waits
// as long as its calls take. After the end, calls that obey their context have a millisecond to return.
//
// If a call panics, be it a preferred one, Wait panics with a *pool.PanicError, which has the stack of the call: a
// bug is no degradation. A second Wait panics, as do Require and Prefer after it.
func (g *Group) Wait() error {
	g.mu.Lock()
	if g.waited {
		g.mu.Unlock()
		panic("aggregate: Wait was called before")
	}
	g.waited = true
	g.mu.Unlock()

	for !g.over() {
		select {
		case <-g.wake:
		case <-g.ctx.Done(): // not parent's: g.ctx may follow a moment later
		}
	}
	g.settle()
	missing, err, panicked := g.seal()
	g.cancel(nil)
	for _, r := range missing {
		r.abandon()
	}
	g.mu.Lock()
	g.done = true
	g.mu.Unlock()
	if panicked != nil {
		panic(panicked)
	}
	return err
}

// over is whether Wait has something to return for.
func (g *Group) over() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == 0 {
		return true
	}
	g.lost = g.lost || g.failed == nil && g.panicked == nil && canceled(g.parent)
	return g.ctx.Err() != nil
}

// grace is how long Wait stays, once there is a reason to return, for calls that heard of it and are on their way back.
// The caller of an HTTP request does so two or three goroutines after the context ended; measured on a machine with five
// times the work it can do, all of them were back within a millisecond, and without it half of them were taken for deaf.
//
// It is spent in rounds, for a process that gets no processor is not running late: after a pause of 50 ms one timer has
// gone off before any call could come back, of ten only the one that was set. Under the race detector on a machine with
// fifteen times its work, three to four times fewer calls were taken for deaf than with a single timer.
const (
	grace  = time.Millisecond
	rounds = 10
)

// settle lets calls that obey their context end as what they are, timed out or canceled, so that those that are recorded
// as abandoned are the deaf ones.
func (g *Group) settle() {
	if !g.pending() {
		return
	}
	timer := time.NewTimer(grace / rounds)
	defer timer.Stop()
	for round := 1; g.pending(); {
		select {
		case <-g.wake:
		case <-timer.C:
			if round == rounds {
				return
			}
			round++
			timer.Reset(grace / rounds)
		}
	}
}

func (g *Group) pending() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open > 0
}

// seal drops what ends from now on, and says what Wait makes of what is in.
func (g *Group) seal() (missing []result, err error, panicked *pool.PanicError) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sealed = true
	if g.open > 0 {
		reason := g.reason()
		for _, r := range g.results {
			if p := r.base(); !p.ended {
				p.ended, p.cause = true, reason
				missing = append(missing, r)
			}
		}
	}
	switch {
	case g.panicked != nil:
		return missing, nil, g.panicked
	case g.failed != nil:
		return missing, g.failed, nil
	case g.lost:
		return missing, context.Cause(g.parent), nil
	}
	for _, r := range missing {
		if p := r.base(); p.required {
			return missing, &CoreError{p.down.Name(), p.cause}, nil
		}
	}
	return missing, nil, nil
}

// reason is why a part that has not ended will get no value.
func (g *Group) reason() error {
	switch {
	case g.failed != nil:
		return g.failed
	case g.panicked != nil:
		return g.panicked
	case g.parent.Err() == context.DeadlineExceeded:
		return budget.ErrExhausted
	}
	return context.Cause(g.parent)
}

// canceled is whether ctx ended by something else than its deadline.
func canceled(ctx context.Context) bool {
	err := ctx.Err()
	return err != nil && err != context.DeadlineExceeded
}

// Degraded returns the names of the downstreams that were preferred and whose own value is not used, each once, in the
// order of Prefer; one whose fallback is a Stale that had something is among them. It is empty, never nil, if all are
// whole. It panics before Wait.
func (g *Group) Degraded() []string {
	g.mustBeDone()
	names := []string{}
	for _, r := range g.results {
		p := r.base()
		if name := p.down.Name(); p.degraded() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (g *Group) mustBeDone() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.done {
		panic("aggregate: results are there to be read after Wait, not before")
	}
}

// add notes a part, and whether its call may begin.
func (g *Group) add(r result) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waited {
		panic("aggregate: Require and Prefer come before Wait, not after")
	}
	g.results = append(g.results, r)
	g.open++
	return g.ctx.Err() == nil
}

// await returns a channel that is closed when p ends; nil if it has.
func (g *Group) await(p *part) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waited {
		panic("aggregate: Await comes before Wait; after it there is Value")
	}
	if !p.ended && p.in == nil {
		p.in = make(chan struct{})
	}
	if p.ended {
		return nil
	}
	return p.in
}

// note is called under mu when a part has ended in time. The last argument is of a call that panicked.
func (g *Group) note(p *part, ok bool, cause error, panicked *pool.PanicError) {
	p.ended, p.ok, p.cause = true, ok, cause
	if p.in != nil {
		close(p.in)
	}
	g.open--
	switch {
	case panicked != nil:
		if g.panicked == nil {
			g.panicked = panicked
			g.cancel(panicked)
		}
	case ok || g.failed != nil || g.panicked != nil:
	case canceled(g.parent):
		g.lost = true
	case p.required:
		g.failed = &CoreError{p.down.Name(), cause}
		g.cancel(g.failed)
	}
	if g.open == 0 {
		select {
		case g.wake <- struct{}{}:
		default:
		}
	}
}
