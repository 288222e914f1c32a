package downstreamtest

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/downstream"
)

// A Switch stands between a downstream and what it calls, and lets a test say how that behaves. It is built in with
// Through, or with RoundTripper. The zero value lets all calls pass; a change is for the calls that follow, and for those
// that hang. All methods may be called from any number of goroutines, those of one synctest bubble if of any.
type Switch struct {
	mu    sync.Mutex
	now   position
	err   error
	moved chan struct{} // closed when now changes; made by the first call that hangs
	calls int
}

type position uint8

const (
	passing position = iota
	failing
	hanging
	deaf
)

// Pass lets calls through.
func (s *Switch) Pass() { s.move(passing, nil) }

// Fail lets calls fail with err without reaching what they call. It panics if err is nil.
func (s *Switch) Fail(err error) {
	if err == nil {
		panic("downstreamtest: Fail(nil)")
	}
	s.move(failing, err)
}

// Hang holds calls until their context ends, and lets them fail with its error.
func (s *Switch) Hang() { s.move(hanging, nil) }

// Deaf holds calls whatever becomes of their context. Only another position sets them free, which a test must not
// forget.
func (s *Switch) Deaf() { s.move(deaf, nil) }

// Calls returns how many calls have come so far, in whatever position. What a breaker, a full bulkhead or a spent
// budget refuses does not come.
func (s *Switch) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

func (s *Switch) move(to position, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.err = to, err
	if s.moved != nil {
		close(s.moved)
		s.moved = nil
	}
}

// arrive holds a call as long as the position says, and returns what it fails with.
func (s *Switch) arrive(ctx context.Context) error {
	s.mu.Lock()
	s.calls++
	s.mu.Unlock()
	for {
		now, err, moved := s.look()
		over := ctx.Done()
		switch now {
		case passing:
			return nil
		case failing:
			return err
		case deaf:
			over = nil
		}
		select {
		case <-over:
			return ctx.Err()
		case <-moved:
		}
	}
}

func (s *Switch) look() (position, error, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moved == nil && s.now >= hanging {
		s.moved = make(chan struct{})
	}
	return s.now, s.err, s.moved
}

// Through returns f behind s, for downstream.Do and its like.
func Through[T any](s *Switch, f func(context.Context) (T, error)) func(context.Context) (T, error) {
	return func(ctx context.Context) (v T, err error) {
		if err := s.arrive(ctx); err != nil {
			return v, err
		}
		return f(ctx)
	}
}

// RoundTripper returns next behind s. It belongs inside of a downstream's: d.RoundTripper(s.RoundTripper(next)). A nil
// next is http.DefaultTransport.
func (s *Switch) RoundTripper(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if err := s.arrive(r.Context()); err != nil {
			if r.Body != nil {
				r.Body.Close() // as every RoundTripper must
			}
			return nil, err
		}
		return next.RoundTrip(r)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Open holds d's breaker open until the test ends, and then leaves it closed and empty. It ends the test if d has no
// breaker. A reload in between may replace the breaker; then call it again.
func Open(t testing.TB, d *downstream.Downstream) {
	t.Helper()
	b := d.Breaker()
	if b == nil {
		t.Fatalf("downstreamtest: %s has no breaker to open", d.Name())
	}
	b.Force(breaker.Open, true)
	t.Cleanup(func() {
		b.Force(breaker.Closed, true)
		b.Force(breaker.Closed, false)
	})
}
