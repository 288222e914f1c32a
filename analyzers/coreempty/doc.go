// Package coreempty reports failures that become empty successes.
//
// # Analyzer coreempty
//
// coreempty: a downstream's failure becomes an empty success
//
// The caller cannot tell "none" from "nobody knows". A list of entries that could not be read looks like a list of none,
// and the clean-up behind it deletes everything; a token is issued without its groups; an order page says that there
// are no orders. Of a core downstream no failure may be lost: without it there is no answer.
//
//	resp, err := client.Do(req)
//	if err != nil {
//		log.Print(err)
//		return nil, nil                       // no entries, no error
//	}
//	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil { … }   // whatever the status is: coreempty/status
//
//	res, _ := c.search(ctx, query)            // coreempty/dropped
//	for _, hit := range res.Hits { … }        // of no answer: none, or a nil pointer
//
// With a contract, or core in a directive, every way to lose the failure of a core downstream is an error
// (coreempty/core): the blank identifier, a branch that only logs, an empty value in its place, a nil error. Without
// one the rule is advice, and speaks only about reads in functions that return a value and an error: an empty result with
// a nil error; a loop over pages that logs, breaks, and returns what it has; a value that is emptied in the branch and
// then returned as a part of the result; a branch on an unexpected status that returns an empty value and nil; a body that is
// decoded although nobody looked at the status, also by a client (resty's SetResult) that gives no error for a bad one; a
// question of access (a function named require…, ensure…, authorize…) that is answered by nil where nobody could be asked; a value that is used as if the call had answered, while its error goes
// to the blank identifier or only to the log (coreempty/dropped): read, ranged over, returned with a nil error, put into
// the result, in a function that could tell of the failure. Where what is used is a field of a pointer or a method of an
// interface, the function panics after a failure, so there writes and all functions count.
//
// # Not reported
//
// Of coreempty/dropped: a value that is looked at in any way (a condition, a comparison, its length), or handed to a
// function, which may look; one that goes only to the log; functions that close, stop, clean up or roll back; what a cache
// gives; a call that is only probably remote.
//
// Errors that are told apart first (errors.Is, IsNotFound, a status): what is not there is an answer. A bool beside the
// error, which says "not yet" or "not valid". A loop that tries the next of several. A failure that becomes a part of the result, is
// sent on, or is given to a function. A default that stands in for the value: that is a fallback, and slowfallback's. An answer
// that is handed to another function, or comes from one, which may look at the status. Of a body that is decoded whatever the
// status is only the case that no reader of the code could notice: a struct without a field for an error or a message. An error
// page is no list; a type parameter, a map, or a type with UnmarshalJSON may be anything; a function that asks whether what
// was decoded is empty, or ends in an error of its own, notices. Resty in packages that do not make the client, or give it a
// hook for responses. Statuses that an earlier branch has turned into errors.
//
// # Fix
//
// Return the error. Where the answer can do without, say so: aggregate.Prefer(group, dependency, call, fallback.Value(none))
// takes the fallback, and Degraded names what is missing.
package coreempty

import _ "embed"

// Doc is this file.
//
//go:embed doc.go
var Doc string
