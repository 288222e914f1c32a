package budget

import "context"

// The two ways to run out of time. Both match context.DeadlineExceeded by errors.Is, and are a net.Error whose
// Timeout() is true, so code that knows only the standard library treats them as it treats a deadline.
var (
	// ErrExhausted means that the request's time is over, or too little of it is left to start.
	ErrExhausted error = &timeoutError{"budget: exhausted"}
	// ErrCallTimeout means that one call took longer than its own timeout; the request may have time left.
	ErrCallTimeout error = &timeoutError{"budget: call timeout"}
)

type timeoutError struct{ msg string }

func (e *timeoutError) Error() string        { return e.msg }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Temporary() bool      { return true } // as context.DeadlineExceeded
