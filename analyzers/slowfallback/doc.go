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
// # Not reported
//
// A first call with a deadline of its own, which leaves time; a second one with a deadline of its own. Fallbacks in memory.
// A cache that is asked first, and its source afterwards: that is how such things are read. What is done about a failure
// rather than instead of what failed: a clean-up, a notice, a creation of what was missing. Loops over several sources. A
// second call of which it cannot be told that it stands in for the first.
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
