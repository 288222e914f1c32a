// Package downstreamtest is for tests of code that calls downstreams: it collects the records, makes a dependency fail,
// hang or be refused at the turn of a switch, and tells calls that were left running. It holds no fake of a service;
// what answers is the test's own function or server.
//
// It works under testing/synctest as well as with the real clock.
package downstreamtest

import (
	"context"
	"slices"
	"sync"

	"github.com/budgetlint/budgetlint/runtime/record"
)

// Records is a record.Observer that keeps what it gets. The zero value is ready; all methods may be called from any
// number of goroutines. Put a pointer to it into downstream.Config or downstream.Observe.
type Records struct {
	mu    sync.Mutex
	calls []record.Call
}

// Observe keeps c.
func (r *Records) Observe(_ context.Context, c record.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, c)
}

// All returns the records so far in the order in which the calls ended. The slice is the caller's.
func (r *Records) All() []record.Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}

// Of returns the records of the downstream called name, in the order in which the calls ended.
func (r *Records) Of(name string) []record.Call {
	return slices.DeleteFunc(r.All(), func(c record.Call) bool { return c.Name != name })
}

// Statuses returns how the calls of the downstream called name ended, for comparing with slices.Equal.
func (r *Records) Statuses(name string) []record.Status {
	var statuses []record.Status
	for _, c := range r.Of(name) {
		statuses = append(statuses, c.Status)
	}
	return statuses
}

// Reset forgets the records so far.
func (r *Records) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = nil
}
