package retry

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

func TestTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b Budget // the zero value is full
		for i := range 10 {
			if !b.take() {
				t.Fatalf("token %d is missing", i+1)
			}
		}
		if b.take() {
			t.Error("took an eleventh")
		}
		for range 9 {
			b.earn(0.1)
		}
		if b.take() {
			t.Error("nine tenths are one")
		}
		b.earn(0) // the default, 0.1
		if !b.take() || b.take() {
			t.Errorf("ten tenths are not one; %v are left", b.Tokens())
		}
		time.Sleep(time.Second)
		for i := range 3 {
			if !b.take() {
				t.Errorf("of three a second, the token %d is missing", i+1)
			}
		}
		if b.take() {
			t.Error("took four after a second")
		}
		time.Sleep(time.Hour)
		for range 1000 {
			b.earn(1)
		}
		n := 0
		for b.take() {
			n++
		}
		if n != 10 {
			t.Errorf("holds %d tokens", n)
		}
	})
}

func TestBudgetBoundsRetriesOfAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := contract.Retry{Attempts: 3, Base: 1, Cap: 1, BudgetRatio: 0.1}
		b := NewBudget()
		attempts := 0
		var err error
		const calls = 1000 // within 10 s
		for range calls {
			s := &script{fails: times(9, errDown)}
			_, err = Do(t.Context(), p, b, 0, s.call)
			attempts += len(s.begun)
			time.Sleep(10 * time.Millisecond)
		}
		if retries, want := attempts-calls, 10+calls/10+3*10; retries > want+1 || retries < want-1 {
			t.Errorf("%d retries, want 10 + 0.1 a call + 3 a second = %d", retries, want)
		}
		if e, ok := err.(*Ended); !ok || e.Err != errDown || !errors.Is(err, ErrBudget) {
			t.Errorf("got %v", err)
		}
	})
}

func TestEmptyBudgetWaitsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget()
		for b.take() {
		}
		start := time.Now()
		s := &script{fails: times(9, After(errDown, time.Second))}
		if _, err := Do(t.Context(), patient, b, 0, s.call); !errors.Is(err, ErrBudget) || time.Since(start) != 0 {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
	})
}

func TestBudgetIsConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget()
		var wg sync.WaitGroup
		var mu sync.Mutex
		taken := 0
		for range 8 {
			wg.Go(func() {
				for range 100 {
					b.earn(0.125)
					if b.take() {
						mu.Lock()
						taken++
						mu.Unlock()
					}
				}
			})
		}
		wg.Wait()
		if taken > 10+100 {
			t.Errorf("took %d of 110", taken)
		}
	})
}

func TestNoBudgetIsNeverEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{fails: times(40, errDown)}
		if _, err := Do(t.Context(), contract.Retry{Attempts: 41}, nil, 0, s.call); err != nil {
			t.Error(err)
		}
	})
}
