// Package detachedctx reports a fresh root context that reaches a downstream call where the request's own context is at
// hand.
//
// # Analyzer detachedctx
//
// detachedctx: a fresh root context where the request's own is at hand
//
// context.Background() and context.TODO() never end. A call that is given one goes on when the client has hung up, when
// the gateway in front has answered 504, and when the server drains: under load such calls pile up, each holding a
// connection that the next request waits for. Values of the request, its trace id among them, do not arrive either.
//
//	row := db.QueryRowContext(context.Background(), q, id)                            // in a handler: r.Context() is at hand
//	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)          // 30s after the client has gone
//	rc.R().SetContext(context.TODO()).Get(url)
//	db.ExecContext(context.WithoutCancel(ctx), q, id)                                 // no end at all
//
// detachedctx/wrapper is the same one call away: the called function takes no context and makes a root one of its own.
// Give it a context parameter. detachedctx/likely is a guess: the root goes to a method of an interface that is named
// like a client or a repository and has no implementation in sight, in a handler; likely: off turns it off.
//
// # Not reported
//
// Work that is meant to go on: a goroutine that nobody waits for, a queue, a timer; a context that is detached and has
// a deadline, as in WithTimeout(WithoutCancel(ctx), d), or WithoutCancel(ctx) for a client that gives up by itself; what
// is deferred, and what closes, unlocks, rolls back or shuts down; code after <-ctx.Done() and in a branch on ctx.Err(). Work for others too: Once, singleflight, a connection that
// the receiver or a package variable keeps. A function that watches the Done channel of the context at hand by itself
// ends its own context. Nor main, init, command lines and tests, a nil context that is replaced, a root that is only
// stored, returned or logged with, and a form without a context that exists beside the one with it (Dial and
// DialContext). Detached work without a deadline is a matter of nodeadline. What happens in packages that the analysed
// one does not import is not seen.
//
// # Fix
//
// Pass the context at hand: safe where the root is an argument of the downstream call itself, else a matter to look at.
// A write that must be finished although the client has gone keeps the values and gets an end of its own, which editors
// offer as the second fix: context.WithTimeout(context.WithoutCancel(ctx), d), or budget.Detach(ctx, 5*time.Second) where
// the module requires the runtime.
// Where a call is to have less than the request's time, derive from the request: budget.Within(ctx, 2*time.Second).
package detachedctx

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
