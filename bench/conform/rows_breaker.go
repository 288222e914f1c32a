package conform

import (
	"context"
	"testing/synctest"
	"time"
)

func breakerRows() []Row {
	return []Row{
		calls("timeouts of its own open it", Setup{Breaker: true, Timed: true}, func(c Caller) error {
			for range 30 {
				settled(left(time.Second), c, takes(time.Hour, "", nil))
			}
			if !refuses(c) {
				return wrong("did not open after 30 timeouts")
			}
			return nil
		}),
		calls("clients that leave count neither way", Setup{Breaker: true}, func(c Caller) error {
			for range 30 {
				ctx, cancel := context.WithCancel(left(time.Minute))
				time.AfterFunc(ms, cancel)
				settled(ctx, c, takes(time.Hour, "", nil))
			}
			if refuses(c) {
				return wrong("30 clients that left opened it")
			}
			for range 25 {
				settled(left(time.Minute), c, fails)
			}
			if !refuses(c) {
				return wrong("30 clients that left count as successes: 25 failures do not open it")
			}
			return nil
		}),
		calls("an error that is an answer is a success", Setup{Breaker: true, Answer: errAnswer}, func(c Caller) error {
			for range 40 {
				settled(left(time.Minute), c, func(context.Context) (string, error) { return "", errAnswer })
			}
			if refuses(c) {
				return wrong("40 answers opened it")
			}
			return nil
		}),
		calls("slow successes open it, and are successes to the caller", Setup{Breaker: true, SlowAfter: 100 * ms}, func(c Caller) error {
			for range 20 {
				if v, err := settled(left(time.Minute), c, takes(200*ms, "v", nil)); v != "v" || err != nil {
					return wrong("a slow success returned %q, %v", v, err)
				}
			}
			if !refuses(c) {
				return wrong("did not open after 20 slow calls")
			}
			return nil
		}),
		calls("calls under way do not dilute the rate", Setup{Breaker: true, Timeout: time.Hour}, func(c Caller) error {
			background(c, 60, deaf(30*time.Minute, "v"))
			for range 30 {
				settled(left(time.Minute), c, fails)
			}
			if !refuses(c) {
				return wrong("60 calls under way: 30 failures of 30 that ended do not open it")
			}
			return nil
		}),
		calls("what a full bulkhead refuses does not count", Setup{Breaker: true, Places: 1, Timeout: time.Hour}, func(c Caller) error {
			background(c, 1, deaf(5*time.Second, "v"))
			for range 40 {
				settled(left(time.Minute), c, works)
			}
			time.Sleep(5*time.Second + ms)
			if refuses(c) {
				return wrong("40 refusals opened it")
			}
			for range 25 {
				settled(left(time.Minute), c, fails)
			}
			if !refuses(c) {
				return wrong("40 refusals count as successes: 25 failures do not open it")
			}
			return nil
		}),
		calls("failures leave the window", Setup{Breaker: true}, func(c Caller) error {
			for range 3 {
				for range 15 {
					settled(left(time.Minute), c, fails)
				}
				time.Sleep(12 * time.Second)
			}
			if refuses(c) {
				return wrong("15 failures each 12 s opened it, of at least 20 within 10 s")
			}
			return nil
		}),
		calls("open, it refuses; later it closes by its probes", Setup{Breaker: true}, func(c Caller) error {
			if err := trip(c); err != nil {
				return err
			}
			time.Sleep(5 * time.Second)
			if !refuses(c) {
				return wrong("lets calls through after half of its open period")
			}
			return recovers(c)
		}),
		calls("half-open, three probes and no more", Setup{Breaker: true, Probes: 3, Timeout: time.Hour}, func(c Caller) error {
			if err := halfOpen(c); err != nil {
				return err
			}
			var n counter
			background(c, 10, n.counts(deaf(time.Minute, "v")))
			if n.count() != 3 {
				return wrong("of 10 calls at the same time %d got through", n.count())
			}
			return nil
		}),
		calls("probes that hang do not keep it half-open", Setup{Breaker: true}, func(c Caller) error {
			if err := halfOpen(c); err != nil {
				return err
			}
			background(c, 5, deaf(24*time.Hour, "v"))
			return recovers(c)
		}),
		calls("probes whose client leaves do not keep it half-open", Setup{Breaker: true}, func(c Caller) error {
			if err := halfOpen(c); err != nil {
				return err
			}
			for range 5 {
				ctx, cancel := context.WithCancel(left(time.Minute))
				time.AfterFunc(ms, cancel)
				settled(ctx, c, takes(time.Hour, "", nil))
			}
			return recovers(c)
		}),
		calls("late successes from before do not close it", Setup{Breaker: true, Timeout: time.Hour}, func(c Caller) error {
			background(c, 5, deaf(5*time.Second, "v")) // these end while it is open
			if err := trip(c); err != nil {
				return err
			}
			time.Sleep(6 * time.Second)
			if !refuses(c) {
				return wrong("5 successes of calls from before it opened closed it")
			}
			return nil
		}),
		calls("nor do they while it is half-open", Setup{Breaker: true, Timeout: time.Hour}, func(c Caller) error {
			background(c, 5, deaf(14*time.Second, "v"))
			if err := halfOpen(c); err != nil { // 13 s
				return err
			}
			var began counter
			background(c, 1, began.counts(takes(3*time.Second, "", errDown))) // makes it half-open
			time.Sleep(2 * time.Second)
			var n counter
			background(c, 20, n.counts(takes(time.Minute, "v", nil)))
			if began.count() == 1 && n.count() > 5 {
				return wrong("closed by 5 late successes: %d of 20 calls get through beside a probe", n.count())
			}
			return nil
		}),
		calls("the open period grows while probes fail", Setup{Breaker: true, Grows: true}, func(c Caller) error {
			if err := trip(c); err != nil {
				return err
			}
			first := untilProbe(c)
			if second := untilProbe(c); second < first*3/2 {
				return wrong("open for %v, then for %v", first, second)
			}
			return nil
		}),
		Row{Name: "a callback may ask for the state", Run: func(l Library) error {
			if l.Caller == nil {
				return Cannot("makes no calls")
			}
			told := 0
			c, err := l.Caller(Setup{Breaker: true, Timeout: usual, OnChange: func(state func()) { told++; state() }})
			if err != nil {
				return err
			}
			if err := trip(c); err != nil {
				return err
			}
			if synctest.Wait(); told == 0 {
				return wrong("it was not told of the change")
			}
			return nil
		}},
	}
}

// untilProbe returns how long no failing call gets through.
func untilProbe(c Caller) time.Duration {
	start := time.Now()
	var n counter
	for n.count() == 0 && time.Since(start) < time.Hour {
		time.Sleep(100 * ms)
		settled(left(time.Minute), c, n.counts(fails))
	}
	return time.Since(start)
}
