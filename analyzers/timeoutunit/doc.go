// Package timeoutunit reports bare numbers that are used as a duration, and durations that are multiplied by a unit
// once more.
//
// # Analyzer timeoutunit
//
// timeoutunit: a bare number used as a duration
//
// A time.Duration counts nanoseconds, and an untyped constant becomes one without a word. So a timeout of 30 is over
// before the first packet leaves: every call fails, or, where the client takes a tiny timeout for none, nothing bounds
// it. A number read from MAX_WAIT_SECONDS and converted is wrong by nine orders of magnitude, and a duration multiplied
// by a second overflows: 30s * time.Second is a negative timeout.
//
//	hc := &http.Client{Timeout: 30}                          // 30ns
//	secs, _ := strconv.Atoi(os.Getenv("MAX_WAIT_SECONDS"))
//	ctx, cancel := context.WithTimeout(ctx, time.Duration(secs))
//	rc.SetTimeout(time.Second * opts.Timeout)                // Timeout is a time.Duration
//
// # Not reported
//
// 0, 1 and negative numbers, which mean none, yield and never; numbers of a million and more, which may be meant in
// nanoseconds; factors, as in 2 * d or time.Duration(n) * time.Second; a conversion where neither a name, a key nor a
// value tells the unit, as it may be nanoseconds on the wire; names that say nanoseconds. A Duration that holds a
// count on purpose (var delay time.Duration = 5, used as delay * time.Second everywhere in its package, or named
// delaySeconds) is not reported either, nor is one decoded from a configuration file and then multiplied. The value
// is followed within the package only.
//
// # Fix
//
// Multiply by the unit, or drop the second one. The fix is safe where the unit is part of a name or of a key; else
// seconds and milliseconds are offered. Take a time.Duration from the configuration instead of a number, and the
// question is gone: budget.Within(ctx, 2*time.Second), downstream.Config{Timeout: 400 * time.Millisecond}.
package timeoutunit

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
