package downstream

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

// An Error is what a call to a downstream failed with. Every error of Do and DoOr is one.
type Error struct {
	// Name is the downstream's.
	Name string
	// Status is how the call ended; where attempts were repeated, how the last one that ran did.
	Status record.Status
	// Attempts is how many attempts started. Zero means that the downstream was never called.
	Attempts int
	// Err is what the callee returned last, or why it was not called: budget.ErrExhausted, breaker.ErrOpen, pool.ErrFull,
	// or the cause of the context's end.
	Err error

	chain [3]error
}

// newError puts err, what ended it, and what kept it from being tried again behind one Error. The latter two may be nil.
func newError(name string, s record.Status, attempts int, err error, why ...error) *Error {
	e := &Error{Name: name, Status: s, Attempts: attempts, Err: err}
	n := copy(e.chain[:], []error{err})
	for _, w := range why {
		if w != nil {
			e.chain[n] = w
			n++
		}
	}
	return e
}

// Error tells the downstream, the status, the attempts where they were several, and the errors behind it.
func (e *Error) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s", e.Name, e.Status)
	if e.Attempts > 1 {
		fmt.Fprintf(&s, " (%d attempts)", e.Attempts)
	}
	for _, err := range e.Unwrap() {
		fmt.Fprintf(&s, ": %v", err)
	}
	return s.String()
}

// Unwrap returns the callee's last error; then what ended the attempt, or kept the call from being made: budget.ErrExhausted,
// budget.ErrCallTimeout, breaker.ErrOpen, pool.ErrFull or the cause of the context's end; then why no other attempt
// followed, where one was due. The result must not be changed.
func (e *Error) Unwrap() []error {
	n := 0
	for n < len(e.chain) && e.chain[n] != nil {
		n++
	}
	if n == 0 && e.Err != nil {
		return []error{e.Err} // an Error that a test made
	}
	return e.chain[:n:n]
}

// Timeout says whether the time was over: the attempt's, or the request's before an attempt could start.
func (e *Error) Timeout() bool { return e.Status == record.Timeout || e.Status == record.Refused }

// A StatusError is an HTTP response that is no answer, see CheckResponse.
type StatusError struct {
	// Code is the response's status code, such as 503.
	Code int
}

// Error names the code and its meaning.
func (e *StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("http status %d %s", e.Code, http.StatusText(e.Code)))
}

// CheckResponse returns nil for a response below 400, and a *StatusError above, which Classify understands. On 429 and
// 503 it heeds Retry-After, as retry.After does. The body stays the caller's to close.
func CheckResponse(r *http.Response) error {
	if r.StatusCode < 400 {
		return nil
	}
	var err error = &StatusError{r.StatusCode}
	if r.StatusCode == http.StatusTooManyRequests || r.StatusCode == http.StatusServiceUnavailable {
		err = retry.After(err, retryAfter(r.Header.Get("Retry-After")))
	}
	return err
}

// retryAfter reads seconds or a date; 0 for what is neither, or past.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		const most = 24 * 60 * 60
		return time.Duration(min(max(seconds, 0), most)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// Classify says what an error of the callee means for the breaker where Config.Classify does not. Success: nil,
// sql.ErrNoRows, and HTTP's 4xx (see StatusError), since the downstream answered. Excluded: a call further down that was
// refused because the time was over (budget.ErrExhausted). Failure: 5xx, 429, and all else, an open breaker or a full
// bulkhead further down included.
func Classify(err error) breaker.Outcome {
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return breaker.Success
	}
	if errors.Is(err, budget.ErrExhausted) {
		return breaker.Excluded
	}
	if status, ok := errors.AsType[*StatusError](err); ok {
		return classOf(status.Code)
	}
	return breaker.Failure
}

func classOf(code int) breaker.Outcome {
	if code >= 500 || code == http.StatusTooManyRequests {
		return breaker.Failure
	}
	return breaker.Success
}
