package effect

import (
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// survey is what is known about functions: those of this package by their bodies, those of others by their facts. A
// function is looked at after the functions that it calls, so that once is enough for most; only those of a circle are
// looked at again, together with whoever has read what was not yet the whole of it.
type survey struct {
	changes map[*syntax.Func]*Changes
	foreign map[*types.Func]*Changes // nil for functions that nothing is known about
	names   map[*types.Func]*said
	rare    map[*syntax.Func]bool           // seldom.go
	parts   map[*syntax.Func][]*syntax.Func // a function and the literals in it
	anyAsks bool                            // some function only makes a call that is probably remote

	done     bool // rules read it from now on, several at once
	learning bool
	at       *syntax.Func                    // being looked at
	open     map[*syntax.Func]bool           // at, and those whose calls led here
	users    map[*syntax.Func][]*syntax.Func // callers in this package
	again    []*syntax.Func                  // have read of a function that was open
}

func newSurvey() *survey {
	return &survey{changes: map[*syntax.Func]*Changes{}, foreign: map[*types.Func]*Changes{}, names: map[*types.Func]*said{}, rare: map[*syntax.Func]bool{},
		open: map[*syntax.Func]bool{}, users: map[*syntax.Func][]*syntax.Func{}}
}

func (m *model) learnAll() {
	m.learning = true
	for _, f := range m.Funcs {
		if f.Outer == nil {
			m.learn(f)
		}
	}
	for len(m.again) > 0 {
		f := m.again[0]
		m.again = m.again[1:]
		if m.look(f) {
			m.again = append(m.again, m.users[f]...)
		}
	}
	m.learning = false
}

// learn looks at a function for the first time.
func (m *model) learn(f *syntax.Func) {
	if m.changes[f] != nil || f.Broken {
		return
	}
	m.changes[f] = &Changes{}
	m.open[f] = true
	m.look(f)
	delete(m.open, f)
}

// look adds what a function's body changes to its fact, and reports whether that was news.
func (m *model) look(f *syntax.Func) bool {
	outer := m.at
	m.at = f
	defer func() { m.at = outer }()

	c := m.changes[f]
	before := *c
	acc := access{model: m, lean: true}
	acc.node(f.Body)
	lock := 0 // 0: not looked for yet
	locked := func() bool {
		if lock == 0 {
			lock = 1
			if m.locks(f) {
				lock = 2
			}
		}
		return lock == 2
	}
	for _, w := range acc.writes {
		if v, ok := w.Root.(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			c.Shared = c.Shared || !locked()
			continue
		}
		if w.here {
			continue // the variable itself, which is a copy
		}
		if i, ok := paramIndex(f, w.Root); ok && m.refers(w) && (i >= 0 || !locked()) {
			c.add(i)
		}
	}
	for _, call := range acc.calls {
		t := m.Target(call)
		if d := m.calls[call]; d != nil && m.guesses[call] {
			c.Writes = c.Writes || !m.reads(d)
			c.Asks = c.Asks || m.reads(d) && !isSQL(d, true)
		} else {
			c.Writes = c.Writes || d != nil && writes(d) || d == nil && m.tells(call, t)
		}
		if t.Fn == nil {
			c.Prints = c.Prints || t.Func == nil && m.prints(f, call, t)
			continue
		}
		c.Begins = c.Begins || begins(t)
		if known := m.changesOf(t); known != nil {
			c.Begins = c.Begins || known.Begins
			c.Writes, c.Asks = c.Writes || known.Writes, c.Asks || known.Asks
			c.Shared = c.Shared || known.Shared && !locked()
			c.Stores = c.Stores || known.Stores && !m.housekeeps(t.Fn)
			c.Prints = c.Prints || known.Prints && !m.logs(t.Fn) && !m.onDemand(call)
			continue
		}
		c.Stores = c.Stores || m.stores(call, t)
		c.Prints = c.Prints || m.prints(f, call, t)
		for _, i := range m.written(f, call, t) {
			c.add(i)
		}
	}
	m.anyAsks = m.anyAsks || c.Asks
	return len(c.Params) > len(before.Params) || c.Writes != before.Writes || c.Asks != before.Asks ||
		c.Shared != before.Shared || c.Prints != before.Prints || c.Stores != before.Stores || c.Begins != before.Begins
}

func (c *Changes) add(param int) {
	if i, found := slices.BinarySearch(c.Params, param); !found {
		c.Params = slices.Insert(c.Params, i, param)
	}
}

// changesOf gives the fact of a function with a body in sight; nil for others.
func (m *model) changesOf(t syntax.Target) *Changes {
	if t.Func != nil {
		if t.Func.Outer != nil || t.Func.Body == nil { // written in assembly, or made by cgo
			return nil
		}
		if m.learning {
			m.learn(t.Func)
			if len(m.open) > 0 {
				m.users[t.Func] = append(m.users[t.Func], m.at)
			}
			if m.open[t.Func] {
				m.again = append(m.again, m.at)
			}
		}
		return m.changes[t.Func]
	}
	if t.Fn == nil || t.Fn.Pkg() == nil || t.Fn.Pkg() == m.pass.Pkg || syntax.IsInterface(t.Fn) {
		return nil
	}
	c, ok := m.foreign[t.Fn]
	if !ok {
		c = m.fact(t.Fn)
		if !m.done {
			m.foreign[t.Fn] = c
		}
	}
	return c
}

// nothing is the fact of functions that were looked at and change nothing.
var nothing = &Changes{}

func (m *model) fact(fn *types.Func) *Changes {
	var c Changes
	if m.pass.ImportObjectFact(fn, &c) {
		return &c
	}
	if m.ours(fn.Pkg()) {
		return nothing
	}
	return nil
}

func paramIndex(f *syntax.Func, root types.Object) (index int, ok bool) {
	f.Params(func(i int, v *types.Var) bool {
		if v == root {
			index, ok = i, true
		}
		return !ok
	})
	return index, ok
}
