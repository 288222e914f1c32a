// Package chanleak reports goroutines that block for ever because nobody takes their result any more.
//
// # Analyzer chanleak
//
// chanleak: work abandoned at a timeout blocks for ever on its result
//
// A send on a channel without room waits for a receiver. If the function that made the channel leaves at a timeout, at
// the end of its context or at the first error, nobody receives: the goroutine, its stack and all that it refers to stay
// until the process ends. A slow downstream then costs memory with every request, and goes on to do so when it is well
// again.
//
//	done := make(chan error)                                      // no room
//	go func() { done <- client.Charge(ctx, order) }()             // waits here for ever …
//	select {
//	case err := <-done:
//		return err
//	case <-ctx.Done():
//		return ctx.Err()                                      // … once this case has won
//	}
//
// So too where the goroutine is a function of its own (go fetch(ctx, out)), where the channel is returned and its reader
// leaves, where a return stands between the go statement and the receive, and where several senders share a channel whose
// reader returns at the first error.
//
// # Not reported
//
// A channel with room; a send in a select with another case; a reader that receives on every path, in a deferred function
// too, or that has a goroutine drain the rest. A channel that is kept in a field, passed to code out of sight, or followed
// in a way that this analysis does not understand. Goroutines whose work is none that can take long: no downstream call, no
// function value, no interface method and no waiting of the standard library. Servers and other loops that run until the
// process ends, and function main.
//
// # Fix
//
// Room for the one result, make(chan T, 1): safe, since the sender then never waits and an abandoned result is collected
// with its channel. With a sender per item of a slice the room is its length, which is for a person to decide. No room
// bounds the work itself: pass the context on, or use budget.Within(ctx, 2*time.Second) and let the call end.
package chanleak

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
