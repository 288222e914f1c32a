package conform

import (
	"context"
	"errors"
	"time"
)

const ms = time.Millisecond

func timeRows() []Row {
	return []Row{
		calls("an attempt ends at its timeout", Setup{Timeout: 400 * ms, Timed: true}, func(c Caller) error {
			_, err, took := guarded(c, left(time.Second), takes(time.Hour, "", nil))
			if err == nil || took != 400*ms {
				return wrong("returned %v after %v, want an error after 400ms", err, took)
			}
			return nil
		}),
		calls("and at the request's deadline where that is sooner", Setup{Timeout: 400 * ms, Timed: true, Deadline: true}, func(c Caller) error {
			_, err, took := guarded(c, left(300*ms), takes(time.Hour, "", nil))
			if err == nil || took != 300*ms {
				return wrong("returned %v after %v, want an error after 300ms", err, took)
			}
			return nil
		}),
		calls("the callee's context says when the attempt ends", Setup{Timeout: 400 * ms, Timed: true, Deadline: true}, func(c Caller) error {
			start := time.Now()
			var found error
			guarded(c, left(time.Second), func(ctx context.Context) (string, error) {
				if end, ok := ctx.Deadline(); !ok || end.Sub(start) != 400*ms {
					found = wrong("the attempt ends after 400ms, its context says %v", end.Sub(start))
				}
				return "", nil
			})
			return found
		}),
		calls("with no time left the callee never starts", Setup{Deadline: true}, func(c Caller) error {
			var n counter
			_, err, _ := guarded(c, left(-ms), n.counts(works))
			if n.count() > 0 || err == nil {
				return wrong("started %d times, returned %v", n.count(), err)
			}
			return nil
		}),
		calls("with less left than a call takes it never starts", Setup{Deadline: true, Expected: 100 * ms}, func(c Caller) error {
			var n counter
			_, err, _ := guarded(c, left(50*ms), n.counts(works))
			if n.count() > 0 || err == nil {
				return wrong("started %d times, returned %v", n.count(), err)
			}
			return nil
		}),
		calls("the deadline's error is a context.DeadlineExceeded", Setup{Timeout: 400 * ms, Timed: true}, func(c Caller) error {
			_, err, _ := guarded(c, left(time.Second), takes(time.Hour, "", nil))
			if !errors.Is(err, context.DeadlineExceeded) {
				return wrong("errors.Is(%v, context.DeadlineExceeded) is false", err)
			}
			return nil
		}),
		calls("client gone: the callee hears of it at once", Setup{Deadline: true}, func(c Caller) error {
			ctx, cancel := context.WithCancel(left(time.Second))
			time.AfterFunc(50*ms, cancel)
			start, heard := time.Now(), time.Duration(0)
			guarded(c, ctx, func(ctx context.Context) (string, error) {
				<-ctx.Done()
				heard = time.Since(start)
				return "", ctx.Err()
			})
			if heard != 50*ms {
				return wrong("heard of it after %v, want 50ms", heard)
			}
			return nil
		}),
		calls("no place within the time left: refused no later than that", Setup{Deadline: true, Places: 1, MaxWait: time.Minute, Timeout: time.Hour}, func(c Caller) error {
			background(c, 1, deaf(10*time.Minute, ""))
			var n counter
			_, err, took := guarded(c, left(time.Second), n.counts(works))
			if n.count() > 0 || err == nil || took > time.Second {
				return wrong("started %d times, returned %v after %v, want a refusal within 1s", n.count(), err, took)
			}
			return nil
		}),
		calls("after a wait for a place the time is looked at again", Setup{Deadline: true, Places: 1, MaxWait: time.Minute, Timeout: time.Hour, Expected: 300 * ms}, func(c Caller) error {
			background(c, 1, deaf(800*ms, ""))
			var n counter
			_, err, took := guarded(c, left(time.Second), n.counts(works))
			if n.count() > 0 || err == nil {
				return wrong("started after %v with less left than a call takes", took)
			}
			return nil
		}),
		calls("a value in place of one that failed", Setup{Instead: "none"}, func(c Caller) error {
			if v, err := c.Do(left(time.Second), fails); v != "none" || err != nil {
				return wrong("%q, %v", v, err)
			}
			return nil
		}),
	}
}
