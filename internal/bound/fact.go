package bound

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Does is the fact of a function: how it uses goroutines, and how large what it returns may be. Slices only, so that a
// fact's bytes are the same in every run.
type Does struct {
	Forever bool    // it works until it is told to stop: serves, accepts, forwards, consumes
	Slot    bool    // it takes a slot of a semaphore, or a lock, before it calls downstream, and gives it back
	Takes   bool    // it comes back with a slot: an acquire helper
	Rate    bool    // every downstream call of it goes through a rate limiter first
	Paces   bool    // it waits for a rate limiter, and calls nothing
	Alone   bool    // it starts a goroutine that calls downstream, and does not wait for it
	Lone    Lone    // for Alone: that goroutine
	Starts  []Start // the functions among its parameters that it runs
	Group   string  // the group that it returns is limited, and how
	Size    string  // what it returns is bounded, and why
}

func (*Does) AFact() {}

func (d *Does) String() string {
	return fmt.Sprintf("does(forever %t, slot %t, takes %t, rate %t, paces %t, alone %t at %q, starts %d, group %q, size %q)",
		d.Forever, d.Slot, d.Takes, d.Rate, d.Paces, d.Alone, d.Lone.At, len(d.Starts), d.Group, d.Size)
}

// Lone is a goroutine that a function starts and does not wait for.
type Lone struct {
	At     string           // the place of its start: "handler.go:347"
	Reach  downstream.Reach // what it calls
	Yields bool             // it is done when the channel that the function returns has been read
	Slot   bool             // it takes a slot before it calls
	Paced  bool             // it waits for a rate limiter before it calls
}

// Start is one function parameter that a function runs.
type Start struct {
	Fn     int  // its index
	Items  int  // runs once per element of this parameter; -1: once
	Serial bool // in the caller's goroutine
}

func (d *Does) empty() bool {
	return !d.Forever && !d.Slot && !d.Takes && !d.Rate && !d.Paces && !d.Alone && len(d.Starts) == 0 && d.Group == "" && d.Size == ""
}

// add reports whether the start is news.
func (d *Does) add(s Start) bool {
	if slices.Contains(d.Starts, s) || len(d.Starts) >= maxStarts {
		return false
	}
	d.Starts = append(d.Starts, s)
	slices.SortFunc(d.Starts, func(a, b Start) int {
		if a.Fn != b.Fn {
			return a.Fn - b.Fn
		}
		return a.Items - b.Items
	})
	return true
}

const maxStarts = 4

// Small is the fact of a package variable that always holds a bounded collection.
type Small struct{ Why string }

func (*Small) AFact()           {}
func (s *Small) String() string { return "small(" + s.Why + ")" }

// about is what is known about a called function.
func (m *model) about(t syntax.Target) *Does {
	if d := m.does[t.Func]; d != nil {
		return d
	}
	if t.Fn == nil || t.Fn.Pkg() == nil || t.Fn.Pkg() == m.pass.Pkg {
		return nothing
	}
	d := m.foreign[t.Fn]
	if d == nil {
		d = m.fact(t.Fn)
		if !m.done {
			m.foreign[t.Fn] = d
		}
	}
	return d
}

// nothing is known about most functions.
var nothing = &Does{}

func (m *model) fact(fn *types.Func) *Does {
	var fact Does
	if m.pass.ImportObjectFact(fn, &fact) {
		return &fact
	}
	return nothing
}

func (m *model) export() {
	for _, f := range m.syn.Funcs {
		if f.Obj != nil && !f.Test && !m.does[f].empty() {
			m.pass.ExportObjectFact(f.Obj, m.does[f])
		}
	}
	m.exportVars()
}
