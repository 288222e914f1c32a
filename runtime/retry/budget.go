package retry

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrBudget is the reason in an Ended where the Budget had no token.
var ErrBudget = errors.New("retry: budget of tokens is empty")

// A Budget limits the repetitions of calls to one downstream: when most calls fail, repeating each of them would be
// what keeps it down. It holds at most 10 tokens, and starts with them. A repetition takes one; each call brings a
// share of one (contract.Retry.BudgetRatio, 0.1 if zero), and each second three, so that rare calls can be repeated too.
//
// The zero value is full and ready to use, and must not be copied after. All methods may be called from any number of
// goroutines.
type Budget struct {
	// missing is how many millionths of a token it is below full: so the zero value is full, and where nothing fails,
	// which is nearly always, a call only reads it.
	missing atomic.Int64

	mu   sync.Mutex
	last time.Time // when take last added what time brings
}

const (
	token     = 1_000_000
	size      = 10 * token
	perSecond = 3 * token
)

// NewBudget returns a full Budget.
func NewBudget() *Budget { return new(Budget) }

// Tokens returns how many there were when the last repetition or call touched it.
func (b *Budget) Tokens() float64 {
	return float64(size-b.missing.Load()) / token
}

func (b *Budget) earn(ratio float64) {
	if b == nil || b.missing.Load() == 0 {
		return
	}
	if ratio <= 0 {
		ratio = 0.1
	}
	b.add(int64(ratio * token))
}

func (b *Budget) add(n int64) {
	for {
		m := b.missing.Load()
		if b.missing.CompareAndSwap(m, max(m-n, 0)) {
			return
		}
	}
}

// take is the only one to read the clock: it runs after a failure, when a clock does not matter.
func (b *Budget) take() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if since := now.Sub(b.last); since >= 4*time.Second { // full again, as after the first call of all
		b.missing.Store(0)
	} else {
		b.add(int64(since * perSecond / time.Second))
	}
	b.last = now
	if b.missing.Load() > size-token {
		return false
	}
	b.missing.Add(token)
	return true
}

// giveBack returns the token of a repetition that was not made.
func (b *Budget) giveBack() {
	if b != nil {
		b.add(token)
	}
}
