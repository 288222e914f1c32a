// Package slowfallback reports fallbacks that wait as long as what failed.
//
// # Analyzer slowfallback
//
// slowfallback: a fallback that waits on another downstream, with no time kept for it
//
// A slow first source uses up the time, and then the second one is asked. Where both run on the same context the first
// takes all of it and the second is never reached; where each has only the client's limit the caller waits for the sum. A
// fallback is there to answer at once.
//
//	ctx, cancel := context.WithTimeout(ctx, time.Minute)
//	defer cancel()
//	resp, err := c.ask(ctx, c.primary, prompt)       // may take the whole minute
//	if err != nil {
//		return c.ask(ctx, c.second, prompt)          // is never reached in time
//	}
//
//	hystrix.Do("recommend", fetch, func(err error) error { return popular.Load(ctx) })
//
// A second call stands in for the first where it runs only if that failed (if err != nil, behind a return for err == nil, a
// case of a switch, a test for a timeout or an open breaker; the first may be made by a breaker) and its result is returned or
// takes the place of the first one's. It asks somewhere else: the same function on another value, with another host or another
// field for an address; another function with the same results on another kind of service; or one whose name says that it stands
// in: backup, mirror, replica, archive. A loop over targets that returns the first good answer is reported where no
// round has a deadline of its own, and the targets are written out ([]*Client{primary, secondary}) or their clients are known to wait for ever. So are functions that hystrix, failsafe-go, or a parameter, field or function called
// fallback is given.
//
// # Not reported
//
// A first call with a deadline of its own, which leaves time; a second one with a deadline of its own; two values of one type that
// were made with different timeouts, or with ones that cannot be seen. Fallbacks in memory. A cache or a database of one's own
// that is asked first, and its source afterwards: that is how such things are read; a fallback to a cache. What is only done if
// something was not found. What is done about a failure rather than instead of what failed: a clean-up, a notice, a creation of
// what was missing, a helper that is called to handle or report the error. Loops over a list of targets whose clients have, or may have, a timeout.
// A second call of which it cannot be told that it stands in for the first.
//
// # Fix
//
// Keep time for the second: first, cancel := budget.Within(ctx, limit), with less than the whole. Or answer from memory:
// fallback.Value(none), fallback.Stale(store, key, maxAge); fallback.Func(limit, f) has a limit of its own.
package slowfallback

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
