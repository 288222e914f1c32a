// Package blindretry reports retries that do not look at the time left.
//
// # Analyzer blindretry
//
// blindretry: a retry that does not look at the time left
//
// A retry spends time that somebody else has promised away. If it goes on after its request is over, it works for
// nobody; if it sleeps, nothing can stop it; if it never gives up, one downstream that is down holds every request; and
// if all callers repeat at once, what was slow is kept down.
//
//	for {                                                  // nocap: nothing ends it but success
//		if err := db.PingContext(ctx); err == nil { break }
//	}
//	backoff.Retry(op, policy)                              // budget: it goes on when ctx is over
//	time.Sleep(time.Second << i)                           // sleep: it does not hear the end of ctx
//	if resp.StatusCode < 400 { return resp, nil }          // class: a refused request is refused again
//	for i := 0; i < 10; i++ { … continue }                 // nobackoff: at once, or all always after the same pause
//
// One report a loop or library call, by the first of nocap, budget, sleep, class, nobackoff, poll that holds; the message
// names the others. A retry is a loop, or a goto, that makes the same call again because of its error or its HTTP status,
// and a call of a retry library (backoff, retry-go, go-retry, k8s wait and retry, Firestore and Spanner transactions,
// which run their function again). A loop that goes on because of what was answered is a poll: poll is reported where it
// sleeps with a context at hand that it never looks at.
//
// # Not reported
//
// Loops that go on when all is well: consumers, workers, accept loops, pages, pacing between items. Loops over replicas,
// since each call is another one. Waiting that a context ends, bounded attempts included, also with an even pause, unless
// writers that collided come back together. Loops without a context at hand that are bounded and let their pause grow, that
// make three attempts at most, or whose names speak of start-up (connect, migrate, ping). A poll that sleeps a second at most
// and whose call, given the context, ends it. A context that a function made of nothing has no end to hear. An endless
// refresher behind a go statement. Pauses under 20ms. Tests. A policy that is made out of sight is taken to be a good one, and
// so is a pause that is not understood. An error that is picked by its name is taken for a lost race, which may be run again
// at once, unless the name says that the trouble passes by (unavailable, busy, overloaded, …). A POST in a function that is
// called is taken for a question, unless the function or the address says that something is made (create, charge, orders,
// …); so is one with a key, an ID in what is sent, or an error that is marked as permanent.
//
// # Fix
//
// sleep: a select on the pause and on the context's Done channel, which returns the context's error in the function's own
// results; safe, where the last of them is an error. There is no fix where that return would leave out a clean-up which is
// not deferred (Unlock, Close, Rollback, …), or work that is done although the context is over.
//
// Where the module requires the runtime it is if err := budget.Sleep(ctx, d); err != nil { return err }, which a person
// has to agree to: it gives up at once where the pause does not fit into the time left, and its error is
// budget.ErrExhausted (a context.DeadlineExceeded for errors.Is) or the context's cause. A counted loop that does nothing
// but call, return when all is well, and pause, becomes
// retry.Do(ctx, contract.Retry{Attempts: 3, Base: d}, nil, 0, call): no attempt begins without time for it, the pause grows
// and has jitter, and the error says why there was no other attempt. It makes at least one. -fix without -unsafe-fixes
// writes the select.
package blindretry

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
