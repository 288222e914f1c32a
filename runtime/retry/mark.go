package retry

import (
	"errors"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

// Permanent marks err as one that another attempt would only meet again. Do returns err itself. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &marked{err, marks{permanent: true}}
}

// After marks err as one that came with a time to wait, such as an HTTP response's Retry-After. The next attempt waits
// for at least d, but no longer than the contract's cap; where not even d fits into the time left, there is none. Do
// returns err itself. A d of 0 or less asks for nothing; After(nil, d) is nil.
func After(err error, d time.Duration) error {
	if err == nil {
		return nil
	}
	return &marked{err, marks{after: d}}
}

// Refused is a method of errors which say that the call was not made, such as breaker.ErrOpen and pool.ErrFull. Do
// takes such an error of f, as it does budget.ErrExhausted, for no attempt, and ends.
//
// It is looked for, as the marks are, in err and in what err wraps one by one; not in an error that joins several. The
// error of a call further down, which package downstream makes, is one: its open breaker is a failure of that
// downstream's, like any other.
type Refused interface {
	error
	Refused() bool
}

type marked struct {
	err   error
	marks marks
}

// marks is what an error says about the next attempt.
type marks struct {
	permanent bool
	after     time.Duration
}

func (m *marked) Error() string { return m.err.Error() }
func (m *marked) Unwrap() error { return m.err }

// read returns the marks of err, the outer one's wait before an inner one's, and err without those around it.
func read(err error) (all marks, bare error) {
	bare = err
	for m, ok := err.(*marked); ok; m, ok = bare.(*marked) {
		bare = m.err
	}
	for ; err != nil; err = errors.Unwrap(err) {
		if m, ok := err.(*marked); ok {
			all.permanent = all.permanent || m.marks.permanent
			if all.after <= 0 {
				all.after = m.marks.after
			}
		}
	}
	return all, bare
}

func refused(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		if err == budget.ErrExhausted {
			return true
		}
		if r, ok := err.(Refused); ok {
			return r.Refused()
		}
	}
	return false
}
