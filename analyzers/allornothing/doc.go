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
// With a contract, or degradable in a directive of any package: the failure of a degradable downstream is returned from a
// member of a group or from an entry point, also where a helper hands it on or a channel brings it (allornothing/degradable).
//
// Without one, as advice: the elements of a collection are each asked, in a loop, in goroutines or by a function that is given
// the collection; each answer goes into a slice or map that the function returns, returns a part of, or answers a request
// with; and the first failure gives up all of it. Answers and errors are followed through groups, channels, slices of
// results, first-error variables, errors.Join and literals. The element is asked where the call is made on it, on what stands
// at it in a map, or on a client that was made of it; or where it is the host, or the beginning, of the address that is asked:
//
//	"http://"+peer+"/status"   fmt.Sprintf("%s/health", node.URL)   clients[region].Scan(…)
//
// An element that is all of a URL is asked only where a name says that each is a service: feeds, providers, mirrors.
//
// # Not reported
//
// Loops over ids, or URLs, that ask one and the same target: what is missing there is a hole, not a part. Members that always return nil.
// Functions that return only an error, a sum, or one value made of all: a total needs every part. Named fields, each filled by
// a call of its own, and collections that are written out, without a contract. A function that returns what it has together
// with the error, one that counts failures or successes before it gives up, one that is told whether to go on. Calls and
// functions whose names make or change something: there all have to go well. With a contract, a call that is made only where
// another has failed. Failures of which only a flag is kept.
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
