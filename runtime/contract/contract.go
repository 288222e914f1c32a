// Package contract says what a budget file promises: how long an aggregator may take, and for each downstream its
// timeout, whether it is core or degradable, its retries, breaker and pool. It only reads and checks that file; the
// other runtime packages enforce it, and the analyzers compare code with it.
//
// The file is JSON. A key that names a time ends in Ms and takes a whole number of milliseconds ("timeoutMs": 400);
// the same key without Ms takes a duration as a string ("timeout": "400ms"). Giving both is an error.
package contract

import "time"

// Pos is a place in the budget file. Line and Col count from 1, Col in bytes. The zero value means none.
type Pos struct{ Line, Col int }

// Contract is one budget file. It is read-only once parsed, so any number of goroutines may share it.
type Contract struct {
	// File is the name that Parse was given.
	File string
	// Aggregators holds the one under "aggregator" (its Name is ""), or those under "aggregators", in file order.
	Aggregators []Aggregator
}

// Aggregator returns the aggregator called name, or nil. The name "" means the only one, whatever it is called.
func (c *Contract) Aggregator(name string) *Aggregator {
	if name == "" && len(c.Aggregators) == 1 {
		return &c.Aggregators[0]
	}
	for i := range c.Aggregators {
		if c.Aggregators[i].Name == name {
			return &c.Aggregators[i]
		}
	}
	return nil
}

// Aggregator is one endpoint (or a group of them) that answers out of several downstreams within one time budget.
type Aggregator struct {
	// Name is the key under "aggregators", "" for the one under "aggregator".
	Name string
	// Pos is where its name stands, or for the one under "aggregator" its opening brace.
	Pos Pos
	// TotalBudget is the time from the request's arrival to its answer; positive.
	TotalBudget time.Duration
	// SafetyMargin is the part of TotalBudget kept for building and sending the answer; 0 ≤ SafetyMargin < TotalBudget.
	SafetyMargin time.Duration
	// Downstreams are in file order; names are unique within one aggregator.
	Downstreams []Downstream
	// Breaker is the aggregator's own "circuitBreaker" with defaults filled in; nil if the file gives none.
	Breaker *Breaker
}

// Spend is the time that downstream calls may use: TotalBudget − SafetyMargin.
func (a *Aggregator) Spend() time.Duration { return a.TotalBudget - a.SafetyMargin }

// Downstream returns the downstream called name, or nil.
func (a *Aggregator) Downstream(name string) *Downstream {
	for i := range a.Downstreams {
		if a.Downstreams[i].Name == name {
			return &a.Downstreams[i]
		}
	}
	return nil
}

// Downstream is one service that the aggregator calls. Exactly one of Core and Degradable is true.
type Downstream struct {
	Name string
	// Pos is where its key stands.
	Pos Pos
	// Timeout bounds one attempt; 0 < Timeout ≤ the aggregator's TotalBudget. The time left bounds all attempts.
	Timeout time.Duration
	// Core means that its failure fails the answer. It is the default.
	Core bool
	// Degradable means that the answer can do without it.
	Degradable bool
	// Expected is how long an attempt usually takes: none starts with less time left. 0 means not said.
	Expected time.Duration
	// SlowAfter is the time after which a successful attempt counts as a failure for the breaker. 0 means never.
	SlowAfter time.Duration
	// MaxConcurrent bounds the calls in flight. 0 means no bulkhead.
	MaxConcurrent int
	// MaxWait is how long a call may queue for a place in the bulkhead. 0 means not at all.
	MaxWait time.Duration
	// Priority is the one of requests that name none.
	Priority Priority
	// Retry is nil if the file gives none: one attempt.
	Retry *Retry
	// Breaker is the one in force: the downstream's own settings over the aggregator's over the defaults. It is nil if
	// neither has a "circuitBreaker". Downstreams never share state, only settings.
	Breaker *Breaker
}

// Retry says how often, and how patiently, a failed attempt is repeated.
type Retry struct {
	// Attempts counts all of them, the first included; at least 1.
	Attempts int
	// Base is the upper bound of the first wait; it doubles with each retry up to Cap. Defaults 50 ms and 1 s.
	Base, Cap time.Duration
	// Idempotent allows retries of calls that are not known to be safe to repeat.
	Idempotent bool
	// BudgetRatio is the share of a retry token that each first attempt earns, in (0,1]. Default 0.1.
	BudgetRatio float64
}

// Breaker says when calls to a failing downstream are refused without trying.
type Breaker struct {
	// FailureRateThreshold, in (0,1]: above this share of failures the breaker opens. Default 0.5.
	FailureRateThreshold float64
	// MinimumRequests must have finished in the window before it can open; at least 1. Default 20.
	MinimumRequests int
	// OpenDuration is the first open period; it doubles with each failed half-open period up to OpenCap.
	// Defaults 10 s and 60 s.
	OpenDuration, OpenCap time.Duration
	// HalfOpenProbeCount is how many calls are let through after an open period; at least 1. Default 3.
	HalfOpenProbeCount int
	// Window is the time over which failures are counted; at least twice the largest Timeout that it watches.
	// Default 10 s, or that minimum where it is more.
	Window time.Duration
}

// Priority orders requests when a bulkhead is nearly full.
type Priority uint8

const (
	// Normal is the default.
	Normal Priority = iota
	// Low never queues, and is refused once three quarters of MaxConcurrent are in use.
	Low
)

// String returns the word that the file uses.
func (p Priority) String() string {
	if p == Low {
		return "low"
	}
	return "normal"
}
