// Package seqcalls reports calls to other services that wait for each other although none needs another's answer. It
// leaves out loops, which have a rule of their own, and everything that writes.
//
// # Analyzer seqcalls
//
// seqcalls: independent downstream calls made one after another
//
// A page that asks for the user, then for the orders, then for the stock takes the sum of three times, on each request,
// for nothing. When one service slows down, the others' times come on top of it, and the page's deadline passes while
// calls that would have been quick have not even begun.
//
//	u, err := p.shop.User(ctx, user)
//	if err != nil { … return … }
//	orders, err := p.shop.Orders(ctx, user) // needs nothing of u
//
// A run is a set of calls of one statement list that only read, of which none needs another: nothing that its
// receiver, arguments or closures read was written, directly or through the statements in between, from an earlier
// result. What functions change is known by their bodies, also across packages. A dependent read in between is left
// out of the run; two calls that need the same earlier one, but not each other, are a run of their own. Calls in
// arguments, literals, conditions and return statements count, as does one call behind a condition that does not
// depend on the others, such as if x != nil.
//
// Whether a function reads is decided by the calls that it reaches: an HTTP request by its method, also where a helper
// is given the method or the request, a query by its SQL text. A POST reads where its address says so: /get-quote,
// /_search. Only for what is out of sight the name decides (Get, List, Find, Search, …). An interface that is named like a
// client (…Client, …Gateway, …API, …Fetcher) and not implemented in sight is "probably remote"; likely: off leaves those
// out.
//
// # Not reported
//
// Any run with a write between the calls. A guard between them: an early exit that depends on a value, or an error that
// is answered by success. Names that decide access or order (authorize, verify, validate, lock, acquire, login, begin,
// migrate, …), a pause or a Wait between the calls, the same call made twice, a ping before other calls, a request whose
// response nobody reads, a question of which only the error is looked at (whether it is there) before another to the same
// side. A call that changes what the next one sends: authorizer.Modify(req). Constructors of what makes the call later,
// functions that answer from what they keep and ask only the first time, and those that send what they find to a channel.
// Transactions, also those that a context carries into a function literal, connections, sessions, pipelines, cursors and
// streams; methods that change their receiver with no lock held; calls while a mutex is held. Constructors, functions that
// start or stop something, main, init, tests, goroutines, members of a group and deferred calls.
//
// Queries of one SQL database, and of interfaces out of sight that are named Repository, Store, Service, Provider or
// Loader, which may be modules over one database: they would take more connections, not less work. seqcalls: {sql: true}
// asks for them as well.
//
// Two variables that share a value are known to do so only where one is made of the other in plain sight. A third
// party's client is taken to be safe for concurrent use; say so on the line if it is not.
//
// # Fix
//
// Where the calls stand next to each other, take a context and their error branches only return: all are started where
// the first one was, under a context that an early return cancels, and each is waited for where it was. So variables
// keep their names and types, errors are wrapped as before, and the first error in source order wins, whichever call
// fails first. The fix uses an errgroup where the module requires golang.org/x/sync, else a channel for each call. A
// person has to agree: the services are asked at the same time from now on, and the later ones also when the first
// one fails. A panic in one of the calls, or in its arguments, ends the process, since no recover further up (net/http
// has one) reaches a goroutine. There is no fix where a call fills what the caller sees, or gives something that is
// still to be read.
//
// Where the module requires the runtime, and all branches leave alike but for the words of their errors, the first form
// is pool.All(ctx, func(ctx context.Context) (err error) { user, err = s.users.Get(ctx, id); return err }, …). It is
// shorter, leaves nothing behind, and a panic reaches the caller; but the error is that of the call which fails first in
// time, and a context that is over is returned as it is. The form above is offered beside it.
//
// Where beyond that each call's downstream has a name (a directive, or downstreams: in the configuration) and the
// package keeps that downstream in a variable, it is a group: aggregate.Require(g, userService, …), and
// aggregate.Prefer(g, stockService, …, fallback.Value(0)) for what its settings or the contract call degradable. So each
// call is under its downstream's timeout and breaker as well. Look at what becomes of g.Degraded(), which the fix leaves
// to you. A call whose own function asks the downstream is left to pool.All, since a group would ask it twice.
package seqcalls

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
