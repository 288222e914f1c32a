// Package fanout reports loops that start a goroutine for each item, without a limit, where each calls downstream.
//
// # Analyzer fanout
//
// fanout: one goroutine per item, each with a downstream call, and no limit
//
// A loop over what a request, a table or another service gave starts as many goroutines as that has entries. On the day
// it has ten thousand, ten thousand calls leave at once: sockets and connection pools run out, the other side answers
// with 429 or falls over, and memory is gone before the first answer is there.
//
//	for _, id := range ids {
//		wg.Go(func() { load(ctx, id) })   // as many calls at once as there are ids
//	}
//
// go statements count, and sync.WaitGroup.Go, errgroup, conc and their like, the module's own starters and helpers that
// run a function for each element, also those of other packages; then the report stands at the helper's caller. The
// downstream call may lie behind methods and packages. One report for each nest of loops, at the outermost statement
// that starts goroutines; a collection that is small today is no exemption, only one that is small by construction.
//
// fanout/likely is the same where the call goes through an interface that is only probably remote.
//
// fanout/goroutines: a slot is taken before the call, or a rate limiter waited for, but inside the goroutine or further
// down. The calls are few, or come one by one; the goroutines are not.
//
// Where the goroutine is started by the function that the loop calls, the message names the place.
//
// # Not reported
//
// Loops that are bounded by what the code says: literals, arrays, constants, runtime.NumCPU(), a number that is named
// for workers or comes out of a configuration, a slice cut by min or checked against a limit, batches that are waited
// for. What the program's own configuration lists, if each call is proven to end by itself: a deadline, a client's Timeout. Groups with SetLimit, semaphores, token channels, acquire helpers and lock-steps taken before the start; worker
// pools over a channel. Goroutines that the same round waits for, or whose channel it reads to its end. Goroutines that
// serve, accept, forward, watch or consume until they are told to stop, one per connection, or per tick. Functions that
// shut something down, tests and generated files.
//
// Where the goroutine is started two functions further down in a branch nothing is said, nor where the group, or the
// collection's owner, is out of sight: a group that a caller in another package
// gives, a function value that somebody else made. A rate limiter bounds how fast calls start, not how many wait: it
// makes a finding advice, no more. Nor does the limit of a connection pool: goroutines queue up in front of it.
//
// # Fix
//
// A group gets g.SetLimit(8) where it is made; a go statement with a literal gets a slot of a buffered channel, taken
// before the start and given back at the end. The number is a guess, so a person has to agree. There is no fix where the
// goroutines send on a channel that is read after the loop, wait for each other, or want a lock that their starter holds,
// since a limit would then block it for ever; nor where the starter leaves them behind, or has a select to listen in.
//
// Where the module requires the runtime, a wait group around a loop over a slice becomes
// pool.Each(ctx, ids, 8, func(ctx context.Context, id string) error { …; return nil }), if there is a context for it and the
// function returns an error: once the context ends no more are begun, and its cause is returned. Loops that need the
// index, or have no context, get the slots. A group keeps g.SetLimit(8), which is one line. By hand it is often
// pool.Map(ctx, ids, 8, load), which keeps results in order and stops at the first error.
package fanout

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
