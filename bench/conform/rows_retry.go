package conform

import (
	"context"
	"sync/atomic"
	"time"
)

func retryRows() []Row {
	return []Row{
		calls("until it succeeds", Setup{Attempts: 3, Wait: ms}, func(c Caller) error {
			var n counter
			v, err := c.Do(left(time.Second), n.counts(func(context.Context) (string, error) {
				if n.count() < 3 {
					return "", errDown
				}
				return "v", nil
			}))
			if v != "v" || err != nil || n.count() != 3 {
				return wrong("%q, %v after %d attempts", v, err, n.count())
			}
			return nil
		}),
		calls("not what is permanent", Setup{Attempts: 3, Wait: ms, Permanent: errFinal}, func(c Caller) error {
			var n counter
			c.Do(left(time.Second), n.counts(func(context.Context) (string, error) { return "", errFinal }))
			if n.count() != 1 {
				return wrong("%d attempts", n.count())
			}
			return nil
		}),
		calls("not past the deadline", Setup{Attempts: 50, Wait: 300 * ms, Deadline: true}, func(c Caller) error {
			start, last := time.Now(), time.Duration(0)
			_, _, took := guarded(c, left(time.Second), func(context.Context) (string, error) {
				last = time.Since(start)
				return "", errDown
			})
			if last >= time.Second || took > time.Second {
				return wrong("the last attempt began after %v, and it returned after %v, with 1s left", last, took)
			}
			return nil
		}),
		calls("no wait that leaves no time for an attempt", Setup{Attempts: 3, Wait: time.Hour, Deadline: true}, func(c Caller) error {
			for range 20 { // jitter may make a wait short
				start, last := time.Now(), time.Duration(0)
				_, _, took := guarded(c, left(time.Second), func(context.Context) (string, error) {
					last = time.Since(start)
					return "", errDown
				})
				if took > last+ms {
					return wrong("returned %v after its last attempt: waited for one that could not be", took-last)
				}
			}
			return nil
		}),
		calls("client gone: the wait ends", Setup{Attempts: 3, Wait: time.Hour, Deadline: true}, func(c Caller) error {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(time.Second, cancel)
			if _, _, took := guarded(c, ctx, fails); took > time.Second {
				return wrong("returned after %v, the client left after 1s", took)
			}
			return nil
		}),
		calls("each attempt has its own timeout", Setup{Attempts: 3, Wait: ms, Timed: true}, func(c Caller) error {
			var n counter
			_, _, took := guarded(c, left(time.Minute), n.counts(takes(time.Hour, "", nil)))
			if n.count() != 3 || took < 3*usual {
				return wrong("%d attempts of 400ms within %v", n.count(), took)
			}
			return nil
		}),
		calls("a breaker that opens ends it", Setup{Attempts: 15, Wait: 100 * ms, Breaker: true}, func(c Caller) error {
			var last time.Time
			for range 20 {
				_, _, _ = guarded(c, left(time.Hour), func(context.Context) (string, error) { last = time.Now(); return "", errDown })
				if late := time.Since(last); late > 101*ms {
					return wrong("returned %v after its last attempt: the open breaker was asked again and again", late)
				}
				if refuses(c) {
					return nil
				}
			}
			return wrong("it did not open")
		}),
		calls("a panic is not repeated", Setup{Attempts: 3, Wait: ms}, func(c Caller) error {
			var n counter
			if v := panics(c, n.counts(explodes)); v == nil || n.count() != 1 {
				return wrong("%d attempts, recovered %v", n.count(), v)
			}
			return nil
		}),
		calls("an outage is not multiplied: a budget of repetitions", Setup{Attempts: 3, Wait: ms, Tokens: true}, func(c Caller) error {
			const requests = 1000
			var n atomic.Int64
			background(c, requests, func(ctx context.Context) (string, error) {
				n.Add(1)
				return takes(10*ms, "", errDown)(ctx)
			})
			time.Sleep(time.Minute)
			if n.Load() > requests*3/2 {
				return wrong("%d attempts for %d requests at the same time", n.Load(), requests)
			}
			return nil
		}),
	}
}
