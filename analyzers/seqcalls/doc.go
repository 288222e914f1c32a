// Package seqcalls reports independent calls to other services that wait for each other.
//
// # Analyzer seqcalls
//
// seqcalls: independent downstream calls made one after another
//
// A page that asks five services in turn takes the sum of their times.
//
// # Not reported
//
// Writes.
//
// # Fix
//
// An errgroup.
package seqcalls

import _ "embed"

//go:embed doc.go
var Doc string
