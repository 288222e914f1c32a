// Package nodeadline reports calls to other services, databases and queues that nothing bounds in time.
//
// # Analyzer nodeadline
//
// nodeadline: a downstream call that nothing bounds in time
//
// A call without a deadline waits as long as the other side likes. When that side hangs, each request that needs it
// holds a goroutine, a connection and a place in every pool on the way, until the service in front has none left: one
// slow dependency takes down pages that do not even need its answer. http.Get, http.DefaultClient, &http.Client{},
// db.Query, net.Dial and context.Background() set no limit, and neither do most SDKs.
//
//	var hc = &http.Client{}                             // waits for ever
//	rows, err := db.Query(q)                            // likewise
//	_, err = stock.GetStock(context.Background(), item) // a root context ends with the process
//
// A call is bounded if its context carries a deadline or its client has a limit of its own. The context is followed
// through variables, closures, struct fields, requests and wrappers, also those of other packages; the client through
// fields, constructors, options and package variables. The report stands where the context or the client is made; its
// related positions and the message's end lead to the call.
//
// WithCancel bounds nothing in time: where a field of this package always keeps such a root, the calls that its methods
// make on it are one report, where the root is made. A net/smtp client over a connection waits for each answer, so
// without SetDeadline it is open, however short the dial was allowed to be.
//
// nodeadline/client is an http.Client without Timeout: a literal, http.DefaultClient or a copy of it, an oauth2 client.
// It is an error where some use certainly has no deadline, and a warning where callers decide, or where the client is
// handed to code outside of the module. Limits on the dial, the TLS handshake or the response headers do not bound the
// body.
//
// nodeadline/request is the context of an incoming request, which ends when the client goes and carries no deadline,
// where it reaches HTTP, gRPC and the like; one report for each handler. SQL, redis and Mongo calls are asked for a
// deadline of their own only where there is a contract, or with nodeadline: {request: all}; request: off switches it
// off.
//
// # Not reported
//
// Streams, watches, subscriptions and long polls, by their type or by a name that says so; functions that shut
// something down; tests and generated files. Clients that give up by themselves: go-redis, go-zero, kratos and others,
// whose defaults the catalog cites. In a program that runs once (package main without a server, or a package that defines
// commands) a client that is only probably open; nodeadline: {main: true} asks for it.
//
// What cannot be told is not reported either. An http.Client, or an interface in front of one, that comes from out of
// sight is taken to be bounded, and so is one whose Timeout is not a constant, although its value may be 0. A context
// parameter that no visible caller binds is unknown, except where the client is http.DefaultClient or made without
// Timeout in this package; this also holds for a gRPC service's methods, whose caller may have set a deadline. Where a
// method does what an interface of the module asks for, only its callers are reported. A function
// value that is called by somebody else, an exported field's context or one that a method hands on from a field and somebody
// may cancel, and a context or client in a slice, a map or a channel are not followed; nor
// are calls in the initial value of a package variable.
//
// A deadline that is added in another package than the handler's own, by middleware or http.TimeoutHandler, is not
// seen: such handlers are reported by nodeadline/request. Switch that off, or bound the handler where it is. In the
// package itself middleware, gRPC interceptors and service configs are seen, but not which handlers or connections they
// are put in front of: they count for all of the package, and a gRPC connection's for whoever imports it. A limit on the dial is taken for what it is asked of the dial
// only; reads and writes on a net.Conn need SetDeadline, and are not judged.
//
// # Fix
//
// Give the client a Timeout, or derive a context with a deadline just before the call and defer its cancel. The
// duration is that of the contract or the directive for this call, else the package's own timeout constant, else
// fixTimeout of the configuration: then the fix is safe. Otherwise 5 seconds are offered as a guess, and a person has to
// agree, as also where a wrapper may keep the context, where several calls would share the time, or where another client
// takes the place of http.DefaultClient. There is no fix in loops, nor where a response body, rows or a transaction may
// outlive the function, since the cancel would end them.
//
// Where the module requires the runtime, fixes write budget.Within(ctx, 400*time.Millisecond) for context.WithTimeout: the
// same deadline, whose cause says that it was the call's own. Better still the limit is part of the client:
// downstream.Config{Timeout: 400 * time.Millisecond}.
package nodeadline

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
