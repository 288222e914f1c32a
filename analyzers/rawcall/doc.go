// Package rawcall reports downstream calls outside of the guard.
//
// # Analyzer rawcall
//
// rawcall: a downstream call that no breaker guards and no record tells of
//
// A call that is made past the guard keeps going out while its downstream is down, takes no place in a bulkhead, and is
// missing from the records when somebody looks for the reason.
//
//	resp, err := client.Do(req)                                          // reported
//	user, err := downstream.Do(ctx, users, func(ctx context.Context) (*User, error) { … client.Do(req) … })
//	client := &http.Client{Transport: users.RoundTripper(nil)}           // its calls are guarded
//
// This is a policy, so it is off by default: rules: {rawcall: {enabled: true}}.
//
// # Not reported
//
// Calls in what downstream.Do, DoOr, aggregate.Require and aggregate.Prefer are given, directly or in a function of the
// package that is passed to them by name. Clients whose Transport is a Downstream's RoundTripper, as far as one assignment
// says so. What a row of downstreams: or a directive names, and the calls inside of it: it is the wrapper that the house
// has. Calls in main, init and tests.
//
// # Fix
//
// Make the call through its dependency: downstream.Do(ctx, dependency, call), or give its client the transport
// dependency.RoundTripper(nil). gRPC and redis have adapters.
package rawcall

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
