// Package allornothing reports answers that fail because a part of them did that they could do without.
//
// # Analyzer allornothing
//
// allornothing: one failure fails what others have answered
//
// The page asks five services; the one that recommends products is down, and nobody sees their orders. The scrape reads
// ten sources; the first that fails hides the nine others.
//
//	products, err := s.recommend.For(ctx, user)     // degradable, says the contract
//	if err != nil {
//		return nil, err                             // and so fails the page
//	}
//
//	for _, p := range e.parts {
//		m, err := p.read(ctx)                       // one target a round
//		if err != nil {
//			return nil, err                         // what the others said is thrown away
//		}
//		out = append(out, m)
//	}
//
// With a contract, or degradable in a directive: the failure of a degradable downstream is returned from a member of a group
// or from an entry point (allornothing/degradable). Without one, as advice: a loop or group asks each element of a
// collection, puts each answer into a slice or map that the function returns or returns a part of, and gives up all of it at the
// first failure. The element is asked where the call is made on it or on a client that was made of it, or is given it as
// an address: a parameter called url, host, endpoint and the like.
//
// # Not reported
//
// Loops over ids that ask one and the same target: what is missing there is a hole, not a part. Members that always return nil.
// Functions that return only an error, or a sum: a total needs every part. Named fields, each filled by a call of its own,
// without a contract. A function that returns what it has together with the error.
//
// # Fix
//
// aggregate.Prefer(group, dependency, call, fallback.Value(none)) keeps the part's failure apart, and group.Degraded() names what
// is missing. For a loop over targets: pool.Map(ctx, targets, limit, ask, pool.AllErrors()), or an error that is kept beside
// each answer. What the answer cannot do without stays with aggregate.Require.
package allornothing

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
