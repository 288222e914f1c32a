// Package seqloop reports loops that wait for one downstream call per item, although the items do not need each other.
//
// # Analyzer seqloop
//
// seqloop: one downstream call after another, one for each item
//
// A page of twenty products makes twenty calls, each of which begins when the last one has ended: at 15 ms a call that
// is 300 ms, and at two hundred products three seconds. The first version had two items and nobody noticed (N+1).
//
//	for i, p := range products {
//		price, err := s.convert(ctx, p.Price) // waits, then the next
//		…
//		prices[i] = price
//	}
//
// Reported is a loop over a collection of unknown size whose body makes a downstream read call with something of the
// item, and where no round reads what another has written: it fills out[i] or a map, appends, or folds what it got. The
// report stands at the first call. Where a method beside it seems to answer for many items, the message names it. SQL is
// best answered by one query over all keys.
//
// # Not reported
//
// Writes, and loops with a write in them, be it to a store, a file or standard output (a log is none); loops that leave
// early because of a value; that carry a token, a cursor or whatever else from one round to the next, or ask a set what
// an earlier round has put in; that are paced by a sleep, a ticker or a limiter, also one behind a function of another package; retries and polls; batches;
// transactions, connections, sessions and pipelines; loops of three rounds or fewer, with a limit that stands in the
// code, or over the words of a command line and the values of a flag; loops within a reported one; answers that the
// called function keeps from an earlier time; what runs in main, init and constructors, in a goroutine of its own, or in a function that switches something. Calls between Lock and Unlock.
//
// # Fix
//
// Ask once for all of them, if the other side can. Otherwise a person may let the fix make the calls ahead of the loop,
// eight at a time, while the loop goes through the answers one by one. So results stay in order, errors are wrapped as
// before, the first error in source order wins, whichever call fails first, and an early return stops the calls that
// are still under way. An errgroup with a limit is shorter, but gives the first error in time. Eight is a guess: how
// many calls the other side bears is not in the code. A panic in one of the calls ends the process, since no recover
// further up (net/http has one) reaches a goroutine.
//
// The fix is offered where nothing before the call decides whether it is made, and where it is given a context and
// nothing that a round changes; a request that is made for it moves along. A fold, a query, a map, a loop in a loop, two
// calls a round, a break, a label or a defer are left to people, as are results that have to be closed.
//
// Where the module requires the runtime, and a round leaves the function at an error, the first form is
// prices, err := pool.Map(ctx, products, 8, func(ctx context.Context, p Product) (int, error) { … }), or pool.Each where
// there is nothing but the error; what is left of the loop follows. A panic reaches the caller, but the error is that of
// the call which fails first in time, and the rest of a round begins when all answers are in. So it is offered only where
// that rest stays within the function: a loop that goes on after an error, returns a part, or fills what the caller sees
// has the form above, which is also offered beside it.
package seqloop

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
