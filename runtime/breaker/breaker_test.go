package breaker

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

var settings = contract.Breaker{
	FailureRateThreshold: 0.5, MinimumRequests: 20, OpenDuration: 10 * time.Second, OpenCap: 60 * time.Second,
	HalfOpenProbeCount: 3, Window: 10 * time.Second,
}

const limit = 400 * time.Millisecond

// ticket takes one and fails the test if there is none.
func ticket(t *testing.T, b *Breaker) *Ticket {
	t.Helper()
	k, err := b.Allow(limit)
	if err != nil {
		t.Fatalf("refused: %v (%+v)", err, b.Snapshot())
	}
	return &k
}

func report(t *testing.T, b *Breaker, n int, o Outcome) {
	t.Helper()
	for range n {
		ticket(t, b).Done(o)
	}
}

func refused(t *testing.T, b *Breaker) {
	t.Helper()
	if _, err := b.Allow(limit); err != ErrOpen {
		t.Errorf("got %v, want ErrOpen", err)
	}
}

func in(t *testing.T, b *Breaker, want State) {
	t.Helper()
	if got := b.State(); got != want {
		t.Errorf("is %v, want %v", got, want)
	}
}

// opened returns a breaker that has just opened.
func opened(t *testing.T, onChange func(from, to State)) *Breaker {
	b := New(settings, onChange)
	report(t, b, 20, Failure)
	in(t, b, Open)
	return b
}

// sleepOpen waits until the open period is over and returns how long that was.
func sleepOpen(b *Breaker) time.Duration {
	d := time.Until(b.Snapshot().OpenUntil)
	time.Sleep(d)
	return d
}

func TestOpensOverTheThreshold(t *testing.T) {
	for name, tt := range map[string]struct {
		c    func(*contract.Breaker)
		run  []int // successes, failures, successes, …
		want State
	}{
		"all of 19":                  {run: []int{0, 19}, want: Closed},
		"all of 20":                  {run: []int{0, 20}, want: Open},
		"half of 20":                 {run: []int{10, 10}, want: Closed},
		"11 of 21":                   {run: []int{10, 11}, want: Open},
		"never on a success":         {run: []int{0, 15, 5}, want: Closed},
		"on the failure that ends":   {run: []int{0, 15, 5, 1}, want: Open},
		"share of 1: not all":        {c: func(c *contract.Breaker) { c.FailureRateThreshold = 1 }, run: []int{1, 99}, want: Closed},
		"share of 1: all":            {c: func(c *contract.Breaker) { c.FailureRateThreshold = 1 }, run: []int{0, 20}, want: Open},
		"0.7 of 20 is not above 0.7": {c: func(c *contract.Breaker) { c.FailureRateThreshold = 0.7 }, run: []int{6, 14}, want: Closed},
		"minimum of 1":               {c: func(c *contract.Breaker) { c.MinimumRequests = 1 }, run: []int{0, 1}, want: Open},
		"defaults":                   {c: func(c *contract.Breaker) { *c = contract.Breaker{} }, run: []int{0, 20}, want: Open},
	} {
		t.Run(name, func(t *testing.T) {
			c := settings
			if tt.c != nil {
				tt.c(&c)
			}
			b := New(c, nil)
			for i, n := range tt.run {
				report(t, b, n, []Outcome{Success, Failure}[i%2])
			}
			in(t, b, tt.want)
		})
	}
}

func TestCallsUnderWayDoNotDilute(t *testing.T) {
	b := New(settings, nil)
	for range 100 {
		ticket(t, b)
	}
	report(t, b, 20, Failure) // gobreaker's Requests is 120 now
	in(t, b, Open)
}

func TestExcludedDoesNotCount(t *testing.T) {
	b := New(settings, nil)
	report(t, b, 100, Excluded)
	report(t, b, 19, Failure)
	report(t, b, 100, Excluded)
	in(t, b, Closed)
	report(t, b, 1, Failure)
	in(t, b, Open)
}

func TestWindowSlides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(settings, nil)
		for range 50 { // 2 a second: 20 in each window and no more, or the test would open it
			report(t, b, 1, Failure)
			report(t, b, 1, Success)
			time.Sleep(time.Second)
		}
		if s := b.Snapshot(); s.Failures < 9 || s.Failures > 11 || s.State != Closed {
			t.Errorf("the window holds %+v", s)
		}
		time.Sleep(11 * time.Second)
		if s := b.Snapshot(); s.Failures != 0 || s.Successes != 0 {
			t.Errorf("an idle window holds %+v", s)
		}
		report(t, b, 19, Failure)
		in(t, b, Closed)
	})
}

func TestHalfOpenProbesCloseIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		d := time.Until(b.Snapshot().OpenUntil)
		if d < 10*time.Second || d > 12*time.Second {
			t.Errorf("opened for %v", d)
		}
		time.Sleep(d - 1)
		refused(t, b)
		time.Sleep(1)
		probes := []*Ticket{ticket(t, b), ticket(t, b), ticket(t, b)}
		refused(t, b)
		in(t, b, HalfOpen)
		probes[2].Done(Success)
		probes[0].Done(Success)
		refused(t, b)
		in(t, b, HalfOpen)
		probes[1].Done(Success)
		in(t, b, Closed)
		report(t, b, 19, Failure) // the counts start anew
		in(t, b, Closed)
	})
}

func TestFailedProbeOpensForLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		for _, want := range []time.Duration{10, 20, 40, 60, 60} {
			want *= time.Second
			d := sleepOpen(b)
			if d < want || d > min(want*6/5, 60*time.Second) {
				t.Errorf("opened for %v, want %v and up to a fifth more, at most a minute", d, want)
			}
			ticket(t, b).Done(Success)
			ticket(t, b).Done(Failure)
			in(t, b, Open)
			refused(t, b)
		}
		sleepOpen(b)
		report(t, b, 3, Success)
		in(t, b, Closed)
		report(t, b, 20, Failure)
		if d := time.Until(b.Snapshot().OpenUntil); d > 12*time.Second {
			t.Errorf("opened for %v: closing did not reset it", d)
		}
	})
}

func TestOpenPeriodIsJittered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for range 10 {
			seen[sleepOpen(opened(t, nil))] = true
		}
		if len(seen) < 2 {
			t.Error("ten breakers opened for the same time")
		}
	})
}

func TestHungProbeDoesNotStickHalfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, ask := range []func(*Breaker){
			func(b *Breaker) { b.State() },
			func(b *Breaker) { refused(t, b) },
			func(b *Breaker) { b.Snapshot() },
		} {
			b := opened(t, nil)
			sleepOpen(b)
			hung := []*Ticket{ticket(t, b), ticket(t, b), ticket(t, b)}
			time.Sleep(2*limit - 1)
			in(t, b, HalfOpen)
			time.Sleep(1)
			ask(b)
			if s := b.Snapshot(); s.State != Open || time.Until(s.OpenUntil) < 20*time.Second {
				t.Errorf("probes that hang left it at %+v", s)
			}
			hung[0].Done(Success) // late: of a past period
			in(t, b, Open)
			sleepOpen(b)
			hung[1].Done(Failure)
			in(t, b, HalfOpen)
			report(t, b, 2, Success)
			hung[2].Done(Success)
			in(t, b, HalfOpen)
			report(t, b, 1, Success)
			in(t, b, Closed)
		}
	})
}

func TestHungProbeWithoutALimitEndsWithTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		sleepOpen(b)
		if _, err := b.Allow(0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(settings.Window - 1)
		in(t, b, HalfOpen)
		time.Sleep(1)
		in(t, b, Open)
	})
}

func TestTimesThatNeverEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ever = time.Duration(1<<63 - 1)
		b := New(contract.Breaker{OpenDuration: ever, OpenCap: ever, Window: ever}, nil)
		report(t, b, 20, Failure)
		for range 3 { // doubles it
			time.Sleep(1000 * time.Hour)
			refused(t, b)
			b.Force(HalfOpen, true)
			if _, err := b.Allow(ever); err != nil {
				t.Fatal(err)
			}
			time.Sleep(1000 * time.Hour)
			in(t, b, HalfOpen)
			ticket(t, b).Done(Failure)
		}
	})
}

func TestExcludedProbeFreesItsSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		sleepOpen(b)
		for range 50 {
			gone := []*Ticket{ticket(t, b), ticket(t, b), ticket(t, b)}
			refused(t, b)
			for _, k := range gone {
				k.Done(Excluded)
			}
		}
		if s := b.Snapshot(); s.State != HalfOpen || s.Probes != 0 {
			t.Errorf("left at %+v", s)
		}
		report(t, b, 3, Success)
		in(t, b, Closed)
	})
}

func TestStaleResultsChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []State
		b := New(settings, func(_, to State) { seen = append(seen, to) })
		var stale []*Ticket
		for range 12 {
			stale = append(stale, ticket(t, b))
		}
		report(t, b, 20, Failure)

		// While it is open: underneath, gobreaker would take any result for the end of its open period.
		time.Sleep(5 * time.Second)
		for range 4 {
			stale[0].Done(Success)
			stale[1].Done(Failure)
			stale = stale[2:]
		}
		refused(t, b)
		in(t, b, Open)
		if len(seen) != 1 {
			t.Errorf("changed to %v", seen)
		}

		// While it is half-open: a success from before is no probe, a failure neither.
		sleepOpen(b)
		report(t, b, 1, Success)
		for range 3 {
			stale[0].Done(Success)
			stale = stale[1:]
		}
		stale[0].Done(Failure)
		in(t, b, HalfOpen)
		report(t, b, 2, Success)
		in(t, b, Closed)
	})
}

func TestDoneCountsOnce(t *testing.T) {
	b := New(settings, nil)
	for range 10 {
		k := ticket(t, b)
		k.Done(Failure)
		k.Done(Failure)
	}
	if s := b.Snapshot(); s.Failures != 10 {
		t.Errorf("counted %d failures of 10 calls", s.Failures)
	}
	new(Ticket).Done(Failure) // that of a refusal
}

func TestOutcomeNobodySetIsAFailure(t *testing.T) {
	b := New(settings, nil)
	for range 20 {
		func() {
			defer func() { recover() }()
			var o Outcome
			k := ticket(t, b)
			defer func() { k.Done(o) }()
			panic("in the callee")
		}()
	}
	in(t, b, Open)
}

func TestAllowAtTakesTheCallersClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		until := b.Snapshot().OpenUntil
		if _, err := b.AllowAt(until.Add(-1), limit); err != ErrOpen {
			t.Errorf("got %v before the end", err)
		}
		time.Sleep(time.Until(until))
		if _, err := b.AllowAt(until, limit); err != nil {
			t.Errorf("got %v at the end", err)
		}
	})
}
