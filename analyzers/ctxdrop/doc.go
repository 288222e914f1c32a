// Package ctxdrop reports downstream calls that the context at hand does not reach, although a form of the call that
// takes one exists.
//
// # Analyzer ctxdrop
//
// ctxdrop: the context at hand does not reach the call
//
// A page has 2 seconds and its reader leaves after one, but the query that was started with db.Query runs on: nothing
// told it. It keeps its connection and its share of the database, and when every page does that to a slow database the
// pool is empty and the fast pages wait as well. Nor does the deadline that somebody set further up count: it ends
// nothing that its context does not reach.
//
//	rows, err := db.Query(q)                           // ctx is a parameter; QueryContext takes it
//	req, err := http.NewRequest("GET", url, nil)       // and is sent in a handler
//	db.Where("id = ?", id).First(&order)               // gorm: WithContext(ctx) is missing
//	g, gctx := errgroup.WithContext(ctx)
//	g.Go(func() error { return load(ctx) })            // the first error does not stop it
//	_, cancel := context.WithTimeout(ctx, time.Second) // a deadline for nobody
//
// The plain finding is about a call that could be given the context where it stands: a function or method with a form
// that takes one (Query and QueryContext; a pair F and FContext, FWithContext or FCtx of one's own type or package), a
// request, a builder, an option; a parameter named _ while the function calls downstream; a context of the receiver that
// is used while the parameter is not; a derived context left aside by the call that it was made for, in a group's
// goroutines, in a literal that is given one of its own, after WithTimeout, or used after the group's Wait.
//
// ctxdrop/wrapper is about a call of a function that takes no context and has no such form, and that leads to a call
// which could take one; the message names the way. It is reported where the context is at hand, also across packages
// and through interfaces with an implementation in sight.
//
// A context that a method's receiver keeps is at hand where the method gives it to another of its calls.
//
// # Not reported
//
// A timeout that is computed from the context's own deadline; a request that req.WithContext or Clone gives the context
// later, that a caller of its factory does, or that is never sent; deferred calls and functions that close, release or
// shut down; what runs after the context is over, or in a branch where it is nil; sync.Once, singleflight and values
// kept for later callers; a goroutine that nobody waits for; functions that watch ctx.Done() themselves; a wrapper
// called from a command line (cobra, urfave/cli, kong), since the process ends with it; a plain errgroup.Group; a group
// that makes no downstream call; rows or a response that are read after Wait; tests and generated files. Which call
// leaves the process is known from the catalog of libraries: of others nothing is said. Where the way of a value cannot
// be followed (a request or a builder from another package's function, a context in a map), it is taken to be right.
// Pairs of generic functions, and pairs with other names, are not seen. A context kept in the receiver is reported only
// where the parameter beside it is not used at all.
//
// # Fix
//
// Pass the context: the form with a context in the place of the one without, .WithContext(ctx) or the like in the chain,
// the derived context's name. That is safe. Asked for is what needs a second look: naming a parameter that was _, taking
// the caller's context for the receiver's, keeping a context that was thrown away, and taking http.Get apart into a
// request and client.Do, which repeats the function's own error branch. There is no fix where the context's name means
// something else at the call, or where the context ends with the function and the rows, transaction or response do not;
// nor for the members of a group whose error is only logged, since the first one would end the other calls.
// A wrapper has to be changed by hand: give it a context parameter, or a form beside it that has one.
//
// A call that needs less than what is left gets its part of it: ctx, cancel := budget.Within(ctx, 400*time.Millisecond).
// Calls that belong to one answer are started by an aggregate.Group, whose tasks are given the right context and no
// other: aggregate.Require(g, users, func(ctx context.Context) (User, error) { … }).
package ctxdrop

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
