package conform

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing/synctest"
	"time"
)

func explodes(context.Context) (string, error) { panic("a bug") }

func exits(context.Context) (string, error) { runtime.Goexit(); return "", nil }

// panics makes a call that should panic on this goroutine.
func panics(c Caller, f Callee) (value any) {
	defer func() {
		value = recover()
		synctest.Wait()
	}()
	c.Do(left(time.Minute), f)
	return nil
}

func calleeRows() []Row {
	return []Row{
		calls("a panic reaches the caller", Setup{Breaker: true}, func(c Caller) error {
			if v := panics(c, explodes); v == nil {
				return wrong("the panic was swallowed")
			}
			return nil
		}),
		calls("panics open the breaker", Setup{Breaker: true}, func(c Caller) error {
			for range 30 {
				panics(c, explodes)
			}
			if !refuses(c) {
				return wrong("did not open after 30 panics")
			}
			return nil
		}),
		calls("probes that panic do not keep it half-open", Setup{Breaker: true}, func(c Caller) error {
			if err := halfOpen(c); err != nil {
				return err
			}
			for range 5 {
				panics(c, explodes)
			}
			return recovers(c)
		}),
		calls("a panic gives its place back", Setup{Places: 1}, func(c Caller) error {
			panics(c, explodes)
			if refuses(c) {
				return wrong("the place is lost")
			}
			return nil
		}),
		calls("Goexit gives its place back", Setup{Places: 1}, func(c Caller) error {
			background(c, 1, exits)
			time.Sleep(time.Minute)
			if refuses(c) {
				return wrong("the place is lost")
			}
			return nil
		}),
		calls("probes that Goexit do not keep it half-open", Setup{Breaker: true}, func(c Caller) error {
			if err := halfOpen(c); err != nil {
				return err
			}
			background(c, 5, exits)
			return recovers(c)
		}),
		calls("deaf callees never exceed the places", Setup{Places: 2, Timed: true}, func(c Caller) error {
			var now, most atomic.Int64
			for range 10 {
				background(c, 1, func(context.Context) (string, error) {
					n := now.Add(1)
					most.Store(max(n, most.Load()))
					time.Sleep(time.Minute)
					now.Add(-1)
					return "", nil
				})
				time.Sleep(time.Second) // past the timeout
			}
			if most.Load() > 2 {
				return wrong("%d ran at the same time in 2 places: a timeout gives the place back while the call runs", most.Load())
			}
			return nil
		}),
		{Name: "one record for each call, whatever becomes of it", Run: func(l Library) error {
			if l.Caller == nil {
				return Cannot("makes no calls")
			}
			var records atomic.Int64
			c, err := l.Caller(Setup{Breaker: true, Timeout: usual, Timed: true, Record: func() { records.Add(1) }})
			if err != nil {
				return err
			}
			for i, f := range []Callee{works, fails, takes(time.Hour, "", nil), explodes} {
				panics(c, f)
				time.Sleep(time.Second)
				if n := records.Load(); n != int64(i+1) {
					return wrong("%d records of %d calls, the last one %s", n, i+1, []string{"a success", "a failure", "a timeout", "a panic"}[i])
				}
			}
			return nil
		}},
	}
}
