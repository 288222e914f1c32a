package breaker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

func TestOnChangeMayUseTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		var b *Breaker
		depth := 0
		b = New(settings, func(from, to State) {
			depth++
			defer func() { depth-- }()
			if depth > 1 {
				t.Error("called while it is running")
			}
			seen = append(seen, fmt.Sprint(from, " ", to))
			b.Snapshot()
			if to == Open && len(seen) == 1 {
				sleepOpen(b)
				report(t, b, 3, Success) // two changes, made in here
			}
		})
		report(t, b, 20, Failure)
		if want := []string{"closed open", "open half-open", "half-open closed"}; !slices.Equal(seen, want) {
			t.Errorf("got %q, want %q", seen, want)
		}
	})
}

func TestOnChangeThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []State
		b := New(settings, func(_, to State) {
			seen = append(seen, to)
			if to == Open {
				panic("in onChange")
			}
		})
		report(t, b, 19, Failure)
		func() {
			defer func() { recover() }()
			report(t, b, 1, Failure)
			t.Error("the panic was lost")
		}()
		sleepOpen(b) // it holds no lock
		report(t, b, 3, Success)
		if !slices.Equal(seen, []State{Open, HalfOpen, Closed}) {
			t.Errorf("got %v", seen)
		}
	})
}

func TestForce(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *Breaker{
		"closed": func(t *testing.T) *Breaker { return New(settings, nil) },
		"open":   func(t *testing.T) *Breaker { return opened(t, nil) },
		"half-open": func(t *testing.T) *Breaker {
			b := opened(t, nil)
			sleepOpen(b)
			report(t, b, 1, Success)
			return b
		},
		"half-open, all probes under way": func(t *testing.T) *Breaker {
			b := opened(t, nil)
			sleepOpen(b)
			for range 3 {
				ticket(t, b)
			}
			return b
		},
		"half-open by other settings": func(t *testing.T) *Breaker {
			b := opened(t, nil)
			sleepOpen(b)
			in(t, b, HalfOpen)
			c := settings
			c.MinimumRequests = 21
			return b.With(c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := start(t)
				b.Force(Open, true)
				time.Sleep(time.Hour)
				refused(t, b)
				if s := b.Snapshot(); s.State != Open || !s.Held || !s.OpenUntil.IsZero() {
					t.Errorf("held open, it is %+v", s)
				}
				b.Force(Closed, false) // is not held so
				refused(t, b)
				b.Force(Open, false)
				in(t, b, HalfOpen)
				report(t, b, 3, Success)
				in(t, b, Closed)

				b = start(t)
				b.Force(Closed, true)
				report(t, b, 100, Failure)
				in(t, b, Closed)
				b.Force(Open, false)
				report(t, b, 100, Failure)
				b.Force(Closed, false)
				in(t, b, Closed)
				report(t, b, 1, Failure)
				in(t, b, Open)

				b.Force(HalfOpen, true)
				time.Sleep(2) // gobreaker leaves its open state 2 ns after it came there, and virtual time stands still
				report(t, b, 1, Success)
				in(t, b, HalfOpen)
				b.Force(HalfOpen, true)
				report(t, b, 2, Success)
				in(t, b, Closed)
			})
		})
	}
}

func TestForceIsNoFailedProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := opened(t, nil)
		sleepOpen(b)
		report(t, b, 1, Success)
		b.Force(Open, true)
		time.Sleep(time.Minute)
		b.Force(Open, false)
		ticket(t, b).Done(Failure)
		if d := time.Until(b.Snapshot().OpenUntil); d < 20*time.Second || d > 24*time.Second {
			t.Errorf("opened for %v after one failed probe, want 20 s and up to a fifth more", d)
		}
	})
}

func TestForceTellsOfTheChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []State
		b := New(settings, func(_, to State) { seen = append(seen, to) })
		b.Force(Closed, true)
		b.Force(Open, true)
		b.Force(Open, true)
		b.Force(Closed, true)
		if !slices.Equal(seen, []State{Open, Closed}) {
			t.Errorf("got %v", seen)
		}
		old := ticket(t, b)
		b.Force(Closed, true)
		old.Done(Failure)
		if s := b.Snapshot(); s.Failures != 0 {
			t.Errorf("a call from before counts: %+v", s)
		}
	})
}

func TestWithOtherSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := settings
		other.MinimumRequests = 5

		var seen []State
		note := func(_, to State) { seen = append(seen, to) }
		b := New(settings, note)
		if b.With(settings) != b || b.With(contract.Breaker{HalfOpenProbeCount: 3}) != b {
			t.Error("the same settings made another breaker")
		}

		// Closed starts empty, and its calls under way go back to the old one.
		report(t, b, 4, Failure)
		old := make([]*Ticket, 30)
		for i := range old {
			old[i] = ticket(t, b)
		}
		n := b.With(other)
		report(t, n, 4, Failure)
		for _, k := range old {
			k.Done(Failure)
		}
		in(t, n, Closed)
		if len(seen) != 0 {
			t.Errorf("the one that was replaced told of %v", seen)
		}
		report(t, n, 1, Failure)
		in(t, n, Open)

		// Open keeps its end, half-open starts with fresh probes.
		until := n.Snapshot().OpenUntil
		time.Sleep(time.Second)
		b, n = n, n.With(settings)
		if s := n.Snapshot(); s.State != Open || s.OpenUntil != until {
			t.Errorf("is %+v, want open until %v", s, until)
		}
		refused(t, n)
		sleepOpen(n)
		probes := []*Ticket{ticket(t, n), ticket(t, n), ticket(t, n)}
		b, n = n, n.With(other)
		in(t, n, HalfOpen)
		time.Sleep(2)
		for _, k := range probes {
			k.Done(Failure)
		}
		in(t, n, HalfOpen)
		ticket(t, n).Done(Failure)
		n = n.With(settings)
		sleepOpen(n)
		ticket(t, n).Done(Failure)
		if d := time.Until(n.Snapshot().OpenUntil); d < 40*time.Second {
			t.Errorf("opened for %v: the growth was lost", d)
		}
		if !slices.Equal(seen, []State{Open, HalfOpen, Open, HalfOpen, Open}) {
			t.Errorf("told of %v", seen)
		}

		n.Force(Open, true)
		n = n.With(settings)
		time.Sleep(time.Hour)
		refused(t, n)
		n.Force(Open, false)
		in(t, n, HalfOpen)
	})
}

// TestManyCallers holds what must be true whatever the order: never more probes than allowed, changes in an unbroken
// chain, and a breaker that closes once its downstream is well again.
func TestManyCallers(t *testing.T) {
	sick, all := 2*time.Minute, 5*time.Minute
	if testing.Short() {
		sick, all = 40*time.Second, 150*time.Second // after the last open period, a minute, there are enough probes
	}
	synctest.Test(t, func(t *testing.T) {
		at := Closed
		b := New(settings, func(from, to State) {
			if from != at {
				t.Errorf("from %v, but it was %v", from, at)
			}
			at = to
		})
		begin := time.Now()
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				for time.Since(begin) < all {
					k, err := b.Allow(limit)
					time.Sleep(time.Duration(rand.IntN(int(limit))))
					if err != nil {
						continue
					}
					if s := b.Snapshot(); s.Probes > settings.HalfOpenProbeCount {
						t.Errorf("%d probes", s.Probes)
					}
					switch bad := time.Since(begin) < sick; {
					case bad && rand.IntN(20) == 0: // hangs
						time.Sleep(time.Second)
						k.Done(Success)
					case bad && rand.IntN(10) > 0:
						k.Done(Failure)
					case rand.IntN(10) == 0:
						k.Done(Excluded)
					default:
						k.Done(Success)
					}
				}
			})
		}
		wg.Wait()
		in(t, b, Closed)
	})
}
