// Package conform asks the same questions of this project's runtime and of its peers: what becomes of a call that hangs,
// panics, is late, is given up, or must not be made. Every library answers through an adapter that is written as its own
// documentation has it; what its interface has no words for, it cannot express, which is no failure.
//
// The scenarios run in virtual time (testing/synctest), each in a process of its own: a library that deadlocks, crashes
// or never returns fails that one scenario.
package conform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// A Library is what a module offers; what it has no counterpart of is nil.
type Library struct {
	Name string
	// Module is its path, for the version in the table.
	Module string
	// Notes say where an adapter had a choice.
	Notes string

	Caller    func(Setup) (Caller, error)
	Transport func(Setup, http.RoundTripper) (http.RoundTripper, error)
	Group     func(context.Context) Group
	Map       func(ctx context.Context, items []int, limit int, f func(context.Context, int) (int, error)) ([]int, error)
}

// A Caller makes calls to one downstream.
type Caller interface {
	Do(ctx context.Context, f Callee) (string, error)
}

// Callee is the call itself. It heeds ctx unless the scenario is about one that does not.
type Callee = func(ctx context.Context) (string, error)

// A Group runs calls at once, and is waited for.
type Group interface {
	// Require starts a call without whose value there is no answer.
	Require(name string, f Callee)
	// Prefer starts a call that has a value to fall back on, which is returned by the function once Wait has.
	Prefer(name string, f Callee, instead string) (value func() string, err error)
	// Wait returns the error of the whole.
	Wait() error
	// Degraded names what fell back.
	Degraded() ([]string, error)
}

// Setup says what a Caller or transport must be able to do. A library that cannot returns a Cannot.
type Setup struct {
	// Timeout is of one attempt. Where Timed is not set, a library without timeouts goes without.
	Timeout time.Duration
	Timed   bool
	// Deadline: the deadline and the cancellation of Do's ctx mean something to the library itself.
	Deadline bool
	Expected time.Duration // how long an attempt usually takes
	// SlowAfter makes a success that took longer count as a failure.
	SlowAfter time.Duration

	// Breaker opens when over half of at least 20 calls within 10 s have failed, for 10 s.
	Breaker bool
	// Probes is how many it then lets through. 0: any number.
	Probes int
	// Grows: the next open period is longer when a probe has failed.
	Grows bool
	// OnChange is told of the breaker's changes. State is what it may ask.
	OnChange func(state func())

	Places  int           // calls at a time
	MaxWait time.Duration // for a place

	Attempts int
	Wait     time.Duration // between them; full jitter where the library has it
	Tokens   bool          // a limit on the repetitions of all calls

	// Answer is an error that is an answer, such as "not found". Permanent is one that is not to be repeated.
	Answer, Permanent error
	// Instead is the value in place of one that could not be had.
	Instead string
	// Record is called for each call that is over.
	Record func()
}

// usual is the timeout where a scenario is not about it.
const usual = 400 * time.Millisecond

// Cannot is the error of an adapter whose library has no words for a Setup.
type Cannot string

func (c Cannot) Error() string { return string(c) }

// wrong is a scenario's finding.
func wrong(format string, args ...any) error { return fmt.Errorf(format, args...) }

var (
	errDown   = errors.New("down")
	errAnswer = errors.New("not found")
	errFinal  = errors.New("never again")
)

// What callees do.

func takes(d time.Duration, v string, err error) Callee {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return v, err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func deaf(d time.Duration, v string) Callee {
	return func(context.Context) (string, error) { time.Sleep(d); return v, nil }
}

func fails(context.Context) (string, error) { return "", errDown }
func works(context.Context) (string, error) { return "v", nil }

// counter counts how often a callee began, on whatever goroutine.
type counter struct{ n atomic.Int64 }

func (c *counter) count() int { return int(c.n.Load()) }

func (c *counter) counts(f Callee) Callee {
	return func(ctx context.Context) (string, error) { c.n.Add(1); return f(ctx) }
}

// A Row is one question.
type Row struct {
	Family, Name string
	// Run answers it: nil is a pass, a Cannot is "cannot express", any other error says what was wrong.
	Run func(l Library) error
}

// Rows are all questions.
func Rows() []Row {
	var all []Row
	for _, family := range []struct {
		name string
		rows []Row
	}{
		{"time", timeRows()}, {"breaker", breakerRows()}, {"callee", calleeRows()}, {"retry", retryRows()},
		{"group", groupRows()}, {"map", mapRows()}, {"HTTP", httpRows()},
	} {
		for _, r := range family.rows {
			r.Family = family.name
			all = append(all, r)
		}
	}
	return all
}

// Libraries are all that are asked, this project's own first.
func Libraries() []Library {
	return []Library{own(), goBreaker(), failsafeGo(), hystrixGo(), cepCircuit(), errGroup(), concPool(), retryable()}
}

// calls is a row about a Caller.
func calls(name string, s Setup, run func(c Caller) error) Row {
	if s.Timeout == 0 {
		s.Timeout = usual
	}
	return Row{Name: name, Run: func(l Library) error {
		if l.Caller == nil {
			return Cannot("makes no calls")
		}
		c, err := l.Caller(s)
		if err != nil {
			return err
		}
		return run(c)
	}}
}
