// Package overbudget reports timeouts that cannot fit in the time there is.
//
// # Analyzer overbudget
//
// overbudget: timeouts that cannot fit in the time left
//
// A deadline that is longer than the one it is made under never fires: the call gets what the outer one has left, and when
// that is over, so is everything that should have come after it. Attempts and calls that together take longer than the
// time there is end the same way, the last ones first. And a handler that allows itself, or is allowed, no less than its
// server's WriteTimeout sends its answer into a closed connection (overbudget/server): by a deadline of its own, by
// http.TimeoutHandler or chi's middleware.Timeout in front of it, also where another package makes the handler, or by a call
// whose own limit is longer.
//
//	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
//	actx, stop := context.WithTimeout(ctx, 10*time.Second)       // never fires
//
//	for i := 0; i < 3; i++ { err = attempt(ctx) }                 // 3×800ms + 2×100ms = 2.6s > 2s
//
//	//budgetlint:entry total=2s margin=300ms
//	func (s *Server) page(…)                                      // 500ms + 3×400ms + 800ms = 2.5s > 1.7s
//
// The sum is that of the call plan (budgetlint plan shows it): what runs one after another adds up, of what runs at the
// same time the longest counts, a retry is its attempts and the pauses between them. With a contract the rule also reports
// names that the contract does not have, and timeouts and classes that it gives otherwise (overbudget/contract). Times come from constants, from
// variables and unexported fields that one assignment decides, from what callers pass as an argument or in a field of one,
// from directives, the configuration and the contract.
//
// # Not reported
//
// Sums with a part that is not known: the rule counts it as nothing, and speaks only if the rest is too much already. So
// a call for each of n items counts as none. The Timeout of an http.Client and the default of a library count only
// where the call is tried again: as a bound for all calls of a client they are there for the day when nothing else works.
// A deadline in a function that is exported, used as a value or behind an interface may be the default of somebody else:
// held against its callers' it is advice (overbudget/callee), and nothing where it is five times as long or more. A field
// that changes after the value is made is not followed, nor is a parameter that the function changes. What nothing bounds
// is nodeadline's. A server whose WriteTimeout is not known, or in a package that moves the deadline of an answer with an
// http.ResponseController; routers that cannot be traced to it in its package.
//
// # Fix
//
// Give each call less than the whole: budget.Within(ctx, d) is the shorter of d and the time left, downstream.Config takes a
// timeout for one attempt, and retry.Do makes another attempt only if it fits. A server's WriteTimeout has to be longer
// than the longest deadline of its handlers.
package overbudget

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
