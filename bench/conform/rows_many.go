package conform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

func group(name string, run func(start func(context.Context) Group) error) Row {
	return Row{Name: name, Run: func(l Library) error {
		if l.Group == nil {
			return Cannot("runs no groups")
		}
		return run(l.Group)
	}}
}

// waits is Wait, bounded, with what it panicked with.
func waits(g Group) (err error, panicked any, took time.Duration) {
	start := time.Now()
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		err = g.Wait()
	}()
	select {
	case <-done:
		return err, panicked, time.Since(start)
	case <-time.After(time.Hour):
		return wrong("had not returned after an hour"), nil, time.Hour
	}
}

func groupRows() []Row {
	return []Row{
		group("a failure ends the others and the wait", func(start func(context.Context) Group) error {
			g := start(left(time.Minute))
			g.Require("orders", takes(100*ms, "", errDown))
			g.Require("user", takes(time.Hour, "", nil))
			if err, _, took := waits(g); !errors.Is(err, errDown) || took != 100*ms {
				return wrong("returned %v after %v, want the failure after 100ms", err, took)
			}
			return nil
		}),
		group("after a failure nothing more starts", func(start func(context.Context) Group) error {
			g := start(left(time.Minute))
			g.Require("orders", fails)
			time.Sleep(ms)
			var n counter
			g.Require("user", n.counts(works))
			if waits(g); n.count() > 0 {
				return wrong("a call began after another had failed the answer")
			}
			return nil
		}),
		group("a deaf call does not hold up the answer", func(start func(context.Context) Group) error {
			g := start(left(time.Second))
			g.Require("user", works)
			g.Require("orders", deaf(time.Minute, "late"))
			if err, _, took := waits(g); err == nil || took > time.Second+10*ms {
				return wrong("returned %v after %v, want an error after 1s", err, took)
			}
			return nil
		}),
		group("client gone: its cause comes back", func(start func(context.Context) Group) error {
			gone := errors.New("client gone")
			ctx, cancel := context.WithCancelCause(left(time.Minute))
			time.AfterFunc(100*ms, func() { cancel(gone) })
			g := start(ctx)
			g.Require("user", takes(time.Hour, "", nil))
			if err, _, took := waits(g); !errors.Is(err, gone) || took != 100*ms {
				return wrong("returned %v after %v, want the cause after 100ms", err, took)
			}
			return nil
		}),
		group("a panic reaches who waits, with its stack", func(start func(context.Context) Group) error {
			g := start(left(time.Minute))
			g.Require("user", explodes)
			if err, v, _ := waits(g); v == nil || !strings.Contains(fmt.Sprint(v), "conform.explodes") {
				return wrong("returned %v, panicked with %.40v", err, v)
			}
			return nil
		}),
		group("Goexit is a failure", func(start func(context.Context) Group) error {
			g := start(left(time.Minute))
			g.Require("user", exits)
			if err, _, _ := waits(g); err == nil {
				return wrong("returned nil, and no value")
			}
			return nil
		}),
		group("a part that may be missing does not fail the answer, and is named", func(start func(context.Context) Group) error {
			g := start(left(time.Second))
			g.Require("user", works)
			failed, err := g.Prefer("stock", fails, "none")
			if err != nil {
				return err
			}
			late, _ := g.Prefer("news", deaf(time.Minute, "late"), "none")
			if err, _, _ := waits(g); err != nil || failed() != "none" || late() != "none" {
				return wrong("returned %v, %q, %q", err, failed(), late())
			}
			time.Sleep(2 * time.Minute)
			names, err := g.Degraded()
			if late() != "none" || err != nil || !slices.Equal(names, []string{"stock", "news"}) {
				return wrong("later: %q, degraded %v, %v", late(), names, err)
			}
			return nil
		}),
	}
}

type mapped = func(ctx context.Context, items []int, limit int, f func(context.Context, int) (int, error)) ([]int, error)

func mapping(name string, run func(m mapped) error) Row {
	return Row{Name: name, Run: func(l Library) error {
		if l.Map == nil {
			return Cannot("maps no slices")
		}
		return run(l.Map)
	}}
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// pause heeds ctx.
func pause(ctx context.Context, d time.Duration) error {
	_, err := takes(d, "", nil)(ctx)
	return err
}

func mapRows() []Row {
	return []Row{
		mapping("results in order, no more at a time than the limit", func(m mapped) error {
			var now, most atomic.Int64
			got, err := m(left(time.Hour), upTo(10), 3, func(ctx context.Context, i int) (int, error) {
				n := now.Add(1)
				most.Store(max(n, most.Load()))
				defer now.Add(-1)
				return i * i, pause(ctx, time.Duration(11-i)*time.Second)
			})
			if err != nil || !slices.Equal(got, []int{0, 1, 4, 9, 16, 25, 36, 49, 64, 81}) || most.Load() != 3 {
				return wrong("%v, %v, %d at a time", got, err, most.Load())
			}
			return nil
		}),
		mapping("the first error ends the rest", func(m mapped) error {
			var begun atomic.Int64
			start := time.Now()
			_, err := m(left(time.Hour), upTo(100), 4, func(ctx context.Context, i int) (int, error) {
				if begun.Add(1); i == 2 {
					return 0, errDown
				}
				return i, pause(ctx, time.Minute)
			})
			if took := time.Since(start); !errors.Is(err, errDown) || took > 0 || begun.Load() > 4 {
				return wrong("%v after %v, %d of 100 items begun", err, took, begun.Load())
			}
			return nil
		}),
		mapping("no item begins when the time is over", func(m mapped) error {
			var begun atomic.Int64
			_, err := m(left(1500*ms), upTo(10), 1, func(context.Context, int) (int, error) {
				begun.Add(1)
				time.Sleep(time.Second) // deaf
				return 1, nil
			})
			if begun.Load() != 2 || err == nil {
				return wrong("%d items begun within 1.5s, one a second, and %v", begun.Load(), err)
			}
			return nil
		}),
		mapping("a panic reaches who waits, with its stack", func(m mapped) (err error) {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "conform.explodes") {
					err = wrong("recovered %.40v", v)
				}
			}()
			m(left(time.Hour), upTo(3), 3, func(ctx context.Context, _ int) (int, error) { _, err := explodes(ctx); return 0, err })
			return nil
		}),
		mapping("Goexit is a failure", func(m mapped) error {
			got, err := m(left(time.Hour), upTo(3), 3, func(ctx context.Context, i int) (int, error) {
				if i == 1 {
					exits(ctx)
				}
				return i + 1, nil
			})
			if err == nil {
				return wrong("returned %v and no error", got)
			}
			return nil
		}),
		mapping("it returns when its work is over, and not before", func(m mapped) error {
			start := time.Now()
			m(left(time.Second), upTo(2), 2, func(context.Context, int) (int, error) { time.Sleep(5 * time.Second); return 1, nil })
			if took := time.Since(start); took != 5*time.Second {
				return wrong("returned after %v, its work took 5s", took)
			}
			return nil
		}),
	}
}
