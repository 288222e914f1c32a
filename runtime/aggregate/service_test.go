package aggregate_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

var errDown = errors.New("down")

// What a downstream may do.

func after(d time.Duration, v string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { return v, budget.Sleep(ctx, d) }
}

func fails(d time.Duration) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { return "", errors.Join(errDown, budget.Sleep(ctx, d)) }
}

func deaf(d time.Duration, v string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { time.Sleep(d); return v, nil }
}

func hangs(ctx context.Context) (string, error) {
	<-ctx.Done()
	return "half", ctx.Err()
}

func explode(ctx context.Context) (string, error) {
	budget.Sleep(ctx, 100*ms)
	panic("a bug")
}

func exits(context.Context) (string, error) {
	runtime.Goexit()
	return "", nil
}

func never(t *testing.T) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		t.Error("it was started")
		return "", nil
	}
}

// observed makes downstreams and keeps their records.
type observed struct {
	mu    sync.Mutex
	calls []record.Call
}

// bubble runs f in virtual time, and then until the calls that f abandoned have returned.
func bubble(t *testing.T, f func(t *testing.T, o *observed)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f(t, &observed{})
		time.Sleep(2 * time.Hour)
	})
}

func (o *observed) core(name string) *downstream.Downstream {
	return downstream.New(name, downstream.Config{Timeout: 800 * ms, Core: true, Observer: o})
}

func (o *observed) soft(name string) *downstream.Downstream {
	return downstream.New(name, downstream.Config{Timeout: 400 * ms, Degradable: true, Observer: o})
}

// unbounded is neither core nor degradable, and has a timeout that no budget here leaves time for.
func (o *observed) unbounded(name string) *downstream.Downstream {
	return downstream.New(name, downstream.Config{Timeout: 2 * time.Hour, Observer: o})
}

func (o *observed) narrow(name string, places int) *downstream.Downstream {
	return downstream.New(name, downstream.Config{Timeout: time.Hour, Degradable: true, MaxConcurrent: places, Observer: o})
}

func (o *observed) Observe(_ context.Context, c record.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls = append(o.calls, c)
}

// take returns the records since the last take, as words, in order of the alphabet.
func (o *observed) take() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	words := []string{}
	for _, c := range o.calls {
		w := []string{c.Name, c.Status.String()}
		for word, set := range map[string]bool{"degraded": c.Degraded, "panicked": c.Panicked, "nodeadline": c.NoDeadline} {
			if set {
				w = append(w, word)
			}
		}
		slices.Sort(w[2:])
		words = append(words, strings.Join(w, " "))
	}
	o.calls = nil
	slices.Sort(words)
	return words
}

func (o *observed) last() record.Call {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.calls[len(o.calls)-1]
}

func (o *observed) want(t *testing.T, words ...string) {
	t.Helper()
	slices.Sort(words)
	if got := o.take(); !slices.Equal(got, words) {
		t.Errorf("records\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(words, "\n"))
	}
}

func spend(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := budget.Start(t.Context(), d+300*ms, 300*ms)
	t.Cleanup(cancel)
	return ctx
}

// at says whether it is d since start, or the millisecond later that deaf calls cost.
func at(start time.Time, d time.Duration) bool {
	took := time.Since(start)
	return took == d || took == d+ms
}

func panicked(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
