package retry

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

var (
	errDown = errors.New("503")
	errGone = errors.New("client is gone")
	patient = contract.Retry{Attempts: 3, Base: 100 * time.Millisecond, Cap: time.Second}
)

// script is a callee that fails with its errors, one after another, and then succeeds.
type script struct {
	fails []error
	took  time.Duration
	begun []time.Duration // since the first
	start time.Time
}

func (s *script) call(ctx context.Context) (string, error) {
	if s.start.IsZero() {
		s.start = time.Now()
	}
	s.begun = append(s.begun, time.Since(s.start))
	time.Sleep(s.took)
	if n := len(s.begun); n <= len(s.fails) {
		return "", s.fails[n-1]
	}
	return "v", nil
}

func times(n int, err error) []error { return slices.Repeat([]error{err}, n) }

func TestAttempts(t *testing.T) {
	for _, tt := range []struct {
		name     string
		p        contract.Retry
		fails    []error
		want     error // nil: success
		attempts int
	}{
		{"success at once", patient, nil, nil, 1},
		{"success at last", patient, times(2, errDown), nil, 3},
		{"all used up", patient, times(9, errDown), errDown, 3},
		{"no retries", contract.Retry{}, times(9, errDown), errDown, 1},
		{"defaults", contract.Retry{Attempts: 2}, times(1, errDown), nil, 2},
		{"permanent", patient, times(9, Permanent(errDown)), errDown, 1},
		{"permanent at last", patient, []error{errGone, Permanent(errDown)}, errDown, 2},
		{"permanent wins", patient, times(9, After(Permanent(errDown), time.Second)), errDown, 1},
		{"last one marked", patient, times(9, After(errDown, 1)), errDown, 3},
		{"attempt timeout", patient, times(9, budget.ErrCallTimeout), budget.ErrCallTimeout, 3},
		{"deadline of the callee's own", patient, times(9, context.DeadlineExceeded), context.DeadlineExceeded, 3},
		{"nested breaker is open", patient, times(9, errors.Join(errDown, breaker.ErrOpen)), nil, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{fails: tt.fails}
				v, err := Do(t.Context(), tt.p, NewBudget(), time.Second, s.call)
				if tt.name == "nested breaker is open" {
					if !errors.Is(err, breaker.ErrOpen) || errors.Is(err, ErrBudget) {
						t.Errorf("got %v", err)
					}
				} else if err != tt.want || (err == nil) != (v == "v") {
					t.Errorf("got %q, %v, want f's own error %v", v, err, tt.want)
				}
				if len(s.begun) != tt.attempts {
					t.Errorf("%d attempts, want %d", len(s.begun), tt.attempts)
				}
			})
		})
	}
}

func TestPermanentWrapped(t *testing.T) {
	s := &script{fails: times(9, fmt.Errorf("stock: %w", Permanent(errDown)))}
	_, err := Do(t.Context(), patient, nil, 0, s.call)
	if err == nil || err.Error() != "stock: 503" || !errors.Is(err, errDown) || len(s.begun) != 1 {
		t.Errorf("got %v after %d attempts", err, len(s.begun))
	}
	if Permanent(nil) != nil || After(nil, 1) != nil {
		t.Error("nil was marked")
	}
}

// TestNeverPastTheTimeLeft: whether an attempt fits is known before the wait, so there is none in vain.
func TestNeverPastTheTimeLeft(t *testing.T) {
	for _, tt := range []struct {
		name           string
		left, expected time.Duration
		took           time.Duration // of an attempt
		fails          []error
		attempts       int
		want           time.Duration // at which Do returns
	}{
		{"fits exactly", 250 * time.Millisecond, 50 * time.Millisecond, 0, []error{After(errDown, 200*time.Millisecond)}, 2, 200 * time.Millisecond},
		{"one short", 250*time.Millisecond - 1, 50 * time.Millisecond, 0, []error{After(errDown, 200*time.Millisecond)}, 1, 0},
		{"wait as long as the time left", 200 * time.Millisecond, 0, 0, []error{After(errDown, 200*time.Millisecond)}, 1, 0},
		{"Retry-After beyond the deadline", 2 * time.Second, 0, 0, []error{After(errDown, 10*time.Second)}, 1, 0},
		{"Retry-After beyond the cap", time.Minute, 0, 0, []error{After(errDown, 10*time.Second)}, 2, time.Second},
		{"no time for one attempt", 49 * time.Millisecond, 50 * time.Millisecond, 0, nil, 0, 0},
		{"time for just one", 50 * time.Millisecond, 50 * time.Millisecond, 0, nil, 1, 0},
		{"time is over", -1, 0, 0, nil, 0, 0},
		{"the attempt takes it all", 300 * time.Millisecond, 0, 300 * time.Millisecond, times(9, errDown), 1, 300 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), tt.left)
				defer cancel()
				s := &script{fails: tt.fails, took: tt.took}
				start := time.Now()
				v, err := Do(ctx, patient, NewBudget(), tt.expected, s.call)
				if len(s.begun) != tt.attempts || time.Since(start) != tt.want {
					t.Errorf("%d attempts, returned after %v; want %d, %v", len(s.begun), time.Since(start), tt.attempts, tt.want)
				}
				switch succeeds := tt.attempts > len(tt.fails); {
				case succeeds && (v != "v" || err != nil):
					t.Errorf("got %q, %v", v, err)
				case tt.attempts == 0 && err != budget.ErrExhausted:
					t.Errorf("got %v", err)
				case tt.attempts > 0 && !succeeds:
					e, ok := err.(*Ended)
					if !ok || e.Err != errDown || e.Reason != budget.ErrExhausted || !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("got %#v, want the attempt's error and ErrExhausted", err)
					}
				}
			})
		})
	}
}

// TestNeverPastTheTimeLeftWhateverTheJitter is the same for waits that chance decides.
func TestNeverPastTheTimeLeftWhateverTheJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := contract.Retry{Attempts: 50, Base: 100 * time.Millisecond, Cap: time.Second}
		for range 200 {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			start := time.Now()
			Do(ctx, p, nil, 300*time.Millisecond, func(context.Context) (int, error) {
				if since := time.Since(start); since > 1700*time.Millisecond {
					t.Errorf("an attempt began after %v", since)
				}
				return 0, errDown
			})
			if since := time.Since(start); since > 1700*time.Millisecond {
				t.Errorf("waited until %v for an attempt that could not be", since)
			}
			cancel()
		}
	})
}

func TestFullJitterCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := contract.Retry{Attempts: 8, Base: 100 * time.Millisecond, Cap: time.Second}
		bounds := []time.Duration{100, 200, 400, 800, 1000, 1000, 1000}
		most, least := make([]time.Duration, len(bounds)), slices.Repeat([]time.Duration{time.Hour}, len(bounds))
		for range 300 {
			s := &script{fails: times(9, errDown)}
			Do(t.Context(), p, nil, 0, s.call)
			for i := range bounds {
				wait := s.begun[i+1] - s.begun[i]
				most[i], least[i] = max(most[i], wait), min(least[i], wait)
			}
		}
		for i, b := range bounds {
			b *= time.Millisecond
			if most[i] > b || most[i] < b*9/10 || least[i] > b/10 {
				t.Errorf("wait %d is between %v and %v, want between 0 and %v", i+1, least[i], most[i], b)
			}
		}
		if bound(0, time.Second, 1) != 50*time.Millisecond || bound(1, math.MaxInt64, 500) != math.MaxInt64 || bound(2*time.Second, time.Second, 1) != time.Second {
			t.Error("bound")
		}
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := contract.Retry{Attempts: 2, Base: time.Millisecond, Cap: time.Second}
		s := &script{fails: times(1, fmt.Errorf("stock: %w", After(errDown, 700*time.Millisecond)))}
		Do(t.Context(), p, NewBudget(), 0, s.call)
		if !slices.Equal(s.begun, []time.Duration{0, 700 * time.Millisecond}) {
			t.Errorf("attempts at %v", s.begun)
		}
	})
}

func TestRefusalEndsIt(t *testing.T) {
	for name, refusal := range map[string]error{
		"open": breaker.ErrOpen, "full": pool.ErrFull, "exhausted": budget.ErrExhausted,
		"wrapped": fmt.Errorf("stock: %w", breaker.ErrOpen),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tokens := NewBudget()
				tokens.missing.Store(size / 2)
				s := &script{fails: times(9, refusal)}
				if _, err := Do(t.Context(), patient, tokens, 0, s.call); err != refusal || len(s.begun) != 1 {
					t.Errorf("on the first attempt: got %v after %d", err, len(s.begun))
				}
				if tokens.Tokens() != 5 {
					t.Errorf("a refused call brought %v tokens", tokens.Tokens()-5)
				}
				s = &script{fails: []error{errDown, refusal, errDown}}
				_, err := Do(t.Context(), patient, tokens, 0, s.call)
				e, ok := err.(*Ended)
				if !ok || e.Err != errDown || e.Reason != refusal || len(s.begun) != 2 {
					t.Errorf("on the second attempt: got %v after %d", err, len(s.begun))
				}
				if !errors.Is(err, errDown) || !errors.Is(err, refusal) {
					t.Errorf("%v does not match both", err)
				}
			})
		})
	}
}

func TestClientGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := contract.Retry{Attempts: 3, Base: time.Hour, Cap: time.Hour}
		ctx, cancel := context.WithCancelCause(t.Context())
		s := &script{fails: times(9, After(errDown, time.Hour))}
		tokens := NewBudget()
		time.AfterFunc(time.Second, func() { cancel(errGone) })
		_, err := Do(ctx, p, tokens, 0, s.call)
		if e, ok := err.(*Ended); !ok || e.Err != errDown || e.Reason != errGone || time.Since(s.start) != time.Second {
			t.Errorf("got %v after %v", err, time.Since(s.start))
		}
		if tokens.Tokens() != 10 {
			t.Errorf("%v tokens are left: the retry was not made", tokens.Tokens())
		}
		if _, err := Do(ctx, p, tokens, 0, s.call); err != errGone || len(s.begun) != 1 {
			t.Errorf("got %v, want nothing begun", err)
		}
	})
}

func TestPanicAndGoexitAreNotRepeated(t *testing.T) {
	n := 0
	func() {
		defer func() {
			if recover() != errDown {
				t.Error("the panic was lost")
			}
		}()
		Do(t.Context(), patient, nil, 0, func(context.Context) (int, error) { n++; panic(errDown) })
	}()
	done := make(chan bool)
	go func() {
		defer close(done)
		Do(t.Context(), patient, nil, 0, func(context.Context) (int, error) { n++; runtime.Goexit(); return 0, nil })
		t.Error("returned")
	}()
	<-done
	if n != 2 {
		t.Errorf("%d attempts", n)
	}
}

func TestCost(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	tokens, sum := NewBudget(), 0
	if n := testing.AllocsPerRun(100, func() {
		one := 1
		Do(ctx, patient, tokens, time.Millisecond, func(context.Context) (int, error) { sum += one; return sum, nil })
	}); n != 0 {
		t.Errorf("%v allocations for a success", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		Do(ctx, patient, tokens, 0, func(context.Context) (int, error) { return 0, breaker.ErrOpen })
	}); n != 0 {
		t.Errorf("%v allocations for a refusal", n)
	}
}

func BenchmarkSuccess(b *testing.B) {
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	tokens := NewBudget()
	b.ReportAllocs()
	for b.Loop() {
		Do(ctx, patient, tokens, time.Millisecond, func(context.Context) (int, error) { return 1, nil })
	}
}
