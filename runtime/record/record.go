// Package record says what became of one call to a downstream: how long it took, how it ended, how often it was tried,
// and for which request. It neither makes the calls nor keeps the records: an Observer gets each one once and does what
// it likes, and there is no logging but what the caller asks for with Slog.
package record

import (
	"context"
	"fmt"
	"time"
)

// Call is the record of one call to a downstream, with all its attempts. It is a plain value and may be kept.
type Call struct {
	// Name is the downstream's.
	Name string
	// TraceID is that of the request, "" if it has none.
	TraceID string
	// Status is how the call itself ended, whatever a fallback made of it.
	Status Status
	// Degraded means that the caller went on with a fallback's value, or without a value.
	Degraded bool
	// Slow means that the call was successful but took longer than the downstream's SlowAfter.
	Slow bool
	// Panicked means that the callee panicked or ended its goroutine; the status is Failed.
	Panicked bool
	// NoDeadline means that the caller's context had no deadline, so that nothing but Timeout bounded the call.
	NoDeadline bool
	// Start is when the call was asked for.
	Start time.Time
	// Took is the time from Start to the end: waits for a place and between attempts are part of it.
	Took time.Duration
	// Timeout is what the last attempt was given: the downstream's own, or the time left where that was less.
	// Zero if no attempt started.
	Timeout time.Duration
	// Attempts is how many attempts started. Zero means that the downstream was never called.
	Attempts int
	// Err is nil if the status is OK.
	Err error
}

// Retries is the number of attempts after the first.
func (c Call) Retries() int { return max(c.Attempts-1, 0) }

// Status is how a call ended. The zero value is no status.
type Status uint8

const (
	// OK: a value came back in time.
	OK Status = iota + 1
	// Failed: the downstream answered with an error, or the callee panicked.
	Failed
	// Timeout: an attempt ran until its own timeout or the request's deadline.
	Timeout
	// Canceled: the request went away, or failed elsewhere, while the call ran.
	Canceled
	// Refused: too little of the request's time was left to start.
	Refused
	// Open: the breaker was open.
	Open
	// Full: the bulkhead was.
	Full
	// Abandoned: the request's time ended while the callee went on regardless of its context. What it returns later is
	// not recorded.
	Abandoned
)

var words = [...]string{OK: "ok", Failed: "failed", Timeout: "timeout", Canceled: "canceled", Refused: "refused",
	Open: "open", Full: "full", Abandoned: "abandoned"}

// String returns the status as one lower-case word: ok, failed, timeout, canceled, refused, open, full or abandoned.
func (s Status) String() string {
	if s == 0 || int(s) >= len(words) {
		return fmt.Sprintf("status(%d)", uint8(s))
	}
	return words[s]
}

// MarshalText is String, so that JSON has the word. It never fails.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Observer gets the record of each call, exactly once, when all that the call held is released.
//
// Observe runs on the goroutine of the caller, who waits for it: it must be quick, and safe for concurrent use. A panic
// in it reaches the caller. ctx is the caller's, and may be over.
type Observer interface {
	Observe(ctx context.Context, c Call)
}

// ObserverFunc makes a function an Observer.
type ObserverFunc func(ctx context.Context, c Call)

// Observe calls f.
func (f ObserverFunc) Observe(ctx context.Context, c Call) { f(ctx, c) }
