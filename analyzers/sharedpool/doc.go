// Package sharedpool reports resources that downstreams share which should not wait for each other.
//
// # Analyzer sharedpool
//
// sharedpool: downstreams that share a client, a queue or a limit, so that one holds up the other
//
// The degradable service hangs, its calls fill the pool, and the core service waits for a connection. A queue with one
// worker delivers to nobody while one receiver is slow. A setting on http.DefaultTransport changes the calls of every library
// in the process.
//
//	http.DefaultTransport.(*http.Transport).MaxConnsPerHost = 2       // for everybody
//
//	for d := range n.queue {                                          // one worker
//		n.hc.Post(d.url, …)                                           // one receiver after the other
//	}
//
//	g.SetLimit(10)                                                    // ten places …
//	g.Go(func() error { permits[host].Acquire(ctx, 1) … })            // … of which a slow host takes all, waiting
//
//	s.permits.Acquire(ctx, 1); s.users.Do(req)                        // logins wait …
//	s.permits.Acquire(ctx, 1); s.reports.Do(req)                      // … for reports
//
// It is off by default: rules: {sharedpool: {enabled: true}}. With classes, from the contract or directives, it also reports
// clients that a core and a degradable downstream share: one field, or two made from one configuration whose limiter,
// transport or client was set by hand.
//
// # Not reported
//
// The defaults of pools, and connections per request. Clients that are only probably the same. Queues with several workers,
// and those whose receiver is fixed. One transport for several hosts is meant for that: it keeps connections by host.
//
// # Fix
//
// A pool of its own for what is important: pool.NewBulkhead(n), or maxConcurrent in the contract; a client with a transport of
// its own instead of a setting on the default one.
package sharedpool

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
