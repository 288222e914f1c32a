// Package callplan answers what a function costs in downstream calls: which it makes one after another, which at the
// same time, how often, how long each may take, and so how long the function may. It adds up the times; whether a call
// is bounded at all, and by what, package deadline knows.
//
// A plan is a tree of Nodes in the order of the source. Branches are alternatives, loops and retries repeat, goroutines
// run beside each other until somebody waits for them. What is not known (how many items a list has, how long a call
// without limit takes) stays a symbol, see Expr: a sum with a symbol in it is a lower bound, never an error.
//
// There are two plans of a function: the one that rules reckon with, and the one that people are shown, see Program,
// which also says what runs under a condition, and what waits for a server without being a call that a rule knows.
//
// Blind sides: a goroutine that tells of its end by something else than a WaitGroup, a group or a channel counts as not
// waited for; a function value that is kept and called later is not followed; defers run at the end, in any order.
package callplan

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is what a Node stands for.
type Kind uint8

const (
	Seq     Kind = iota + 1 // its Kids one after another
	Par                     // its Kids at the same time, no more than N of them
	Each                    // its Kids once per item, N items, at the same time, no more than Limit
	Loop                    // its Kids N times
	Retry                   // its Kids up to N times, with pauses of Time
	Bounded                 // its Kids, which have Time together
	Free                    // its Kids, whose context does not hear the innermost Levels deadlines around; -1: none
	Alt                     // one of its Kids
	Async                   // its Kids, and nobody waits for them
	Call                    // a call that leaves the process
	Ref                     // a call to a function with a plan of its own
	Wait                    // a pause of Time, or the wait for an answer, see What
	If                      // its Kids, under the condition What
)

var kindNames = [...]string{"", "seq", "par", "each", "loop", "retry", "bounded", "free", "alt", "async", "call", "ref", "wait", "if"}

func (k Kind) String() string { return kindNames[k] }

// Count is a number of times.
type Count struct {
	N   int    `json:"n,omitempty"`   // 0: not known
	Sym string `json:"sym,omitempty"` // what it is the number of, where N is not known: "orders"
}

// Span is a length of time.
type Span struct {
	D   time.Duration `json:"ns,omitempty"`  // 0: not known
	Sym string        `json:"sym,omitempty"` // what is not known: "cfg.Timeout"; "" where nothing bounds it
	Why string        `json:"why,omitempty"` // where it comes from: "http.Client.Timeout (clients.go:30)"
	// From is set, and Sym, where the caller decides it.
	From Input `json:"-"`
}

// Known reports whether the length is a number.
func (s Span) Known() bool { return s.D > 0 }

// Node is one part of a plan. Only the fields that its Kind names are set. It holds slices and no maps, since facts are
// made of it: the bytes of a fact must not change from run to run.
type Node struct {
	Kind Kind   `json:"kind"`
	At   string `json:"at,omitempty"` // "handlers.go:56"
	Kids []Node `json:"kids,omitempty"`

	N      Count `json:"count,omitzero"` // Par, Each, Loop, Retry
	Limit  Count `json:"limit,omitzero"` // Each: how many at a time; zero: all
	Time   Span  `json:"time,omitzero"`  // Bounded, Retry, Wait; Call: its own limit
	Levels int   `json:"levels,omitempty"`

	// Ends, of an If: what is done under the condition is done instead of the rest.
	Ends bool `json:"ends,omitempty"`

	// Of a Call or Ref; What also of an If and a Wait.
	Name     string `json:"name,omitempty"`     // the downstream's, where something says it
	What     string `json:"what,omitempty"`     // the called function, for people
	Key      string `json:"key,omitempty"`      // … of a Ref, see downstream.Key
	Abstract bool   `json:"abstract,omitempty"` // … of a Ref: a method of an interface
	Protocol string `json:"protocol,omitempty"`
	Write    bool   `json:"write,omitempty"`
	Likely   bool   `json:"likely,omitempty"`   // only probably remote
	Class    string `json:"class,omitempty"`    // core, degradable or ""
	Optional bool   `json:"optional,omitempty"` // its failure does not fail the answer, by Prefer or DoOr
	Ignored  bool   `json:"ignored,omitempty"`  // its error is dropped or only logged
	// Wave numbers the calls of one function that do not need each other, so that they could be made at the same time;
	// of a Loop it is 1 where the rounds do not need each other.
	Wave int `json:"wave,omitempty"`
	// Expected is how long the call usually takes, by the contract.
	Expected time.Duration `json:"expected,omitempty"`

	node    ast.Node // the call or statement, in the package that the plan was made in
	binding *binding // of a Ref, there
	hint    hint     // of a plan for people that is not put together yet
}

// seq puts nodes one after another, without needless levels; ok is false where there is nothing.
func seq(kids []Node) (Node, bool) {
	var flat []Node
	for _, k := range kids {
		if k.Kind == Seq {
			flat = append(flat, k.Kids...)
		} else {
			flat = append(flat, k)
		}
	}
	switch len(flat) {
	case 0:
		return Node{}, false
	case 1:
		return flat[0], true
	}
	return Node{Kind: Seq, Kids: flat}, true
}

// around wraps kids into n; ok is false where there are none.
func around(n Node, kids []Node) (Node, bool) {
	inner, ok := seq(kids)
	if !ok {
		return Node{}, false
	}
	n.Kids = []Node{inner}
	return n, true
}

// Calls counts the calls and references below n, n included.
func (n *Node) Calls() int {
	if n.Kind == Call || n.Kind == Ref {
		return 1
	}
	sum := 0
	for i := range n.Kids {
		sum += n.Kids[i].Calls()
	}
	return sum
}

// Each calls f for n and everything below it, outer before inner, and goes no deeper where f returns false.
func (n *Node) Each(f func(*Node) bool) {
	if !f(n) {
		return
	}
	for i := range n.Kids {
		n.Kids[i].Each(f)
	}
}

// String writes the tree in one line: "seq(GET 1s, par(2s, 3×(1s)))". It is for tests and for facts in logs.
func (n *Node) String() string {
	var kids []string
	for i := range n.Kids {
		kids = append(kids, n.Kids[i].String())
	}
	in := strings.Join(kids, ", ")
	switch n.Kind {
	case Call:
		if n.Name != "" {
			return n.Name + " " + n.Time.expr().String()
		}
		return n.Time.expr().String()
	case Ref:
		if in == "" {
			return "ref " + n.What
		}
		return in
	case Wait:
		if n.What != "" {
			return "wait " + n.What + " " + n.Time.expr().String()
		}
		return "wait " + n.Time.expr().String()
	case If:
		if n.Ends {
			return "if " + n.What + " end (" + in + ")"
		}
		return "if " + n.What + " (" + in + ")"
	case Loop:
		return "loop " + n.N.String() + " (" + in + ")"
	case Each:
		if n.Limit != (Count{}) {
			return "each " + n.N.String() + " by " + n.Limit.String() + " (" + in + ")"
		}
		return "each " + n.N.String() + " (" + in + ")"
	case Retry:
		s := "retry " + n.N.String()
		if n.Time != (Span{}) {
			s += " pause " + n.Time.expr().String()
		}
		return s + " (" + in + ")"
	case Bounded:
		s := "within " + n.Time.expr().String()
		if n.Name != "" {
			s = n.Name + " " + s
		}
		return s + " (" + in + ")"
	case Free:
		return "free " + strconv.Itoa(n.Levels) + " (" + in + ")"
	case Par:
		if n.N.N > 0 {
			return "par by " + n.N.String() + " (" + in + ")"
		}
	}
	return n.Kind.String() + "(" + in + ")"
}

// String is the length, or what is not known of it.
func (s Span) String() string { return s.expr().String() }

// Check reports what is wrong with a tree that was read from outside.
func (n *Node) Check() error {
	switch {
	case n.Kind < Seq || n.Kind > If:
		return fmt.Errorf("unknown kind of node")
	case len(n.Kids) != 1 && (n.Kind == Each || n.Kind == Loop || n.Kind == Retry || n.Kind == Bounded || n.Kind == Free || n.Kind == Async || n.Kind == If):
		return fmt.Errorf("%s: want one node below it, have %d", n.Kind, len(n.Kids))
	case n.N.N < 0 || n.Limit.N < 0 || n.Time.D < 0:
		return fmt.Errorf("%s: a negative number", n.Kind)
	}
	for i := range n.Kids {
		if err := n.Kids[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// MarshalText writes the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads it.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 1 {
		return fmt.Errorf("unknown kind of node %q", text)
	}
	*k = Kind(i)
	return nil
}
