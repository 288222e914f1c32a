package deadline

import (
	"go/ast"
	"go/token"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Origin is where a context comes from.
type Origin uint8

const (
	Unknown Origin = iota
	Root           // context.Background, TODO or WithoutCancel: nothing ends it
	None           // the call runs on no context at all
	Request        // the context of an incoming request: it ends when the client goes, and carries no deadline
	Param          // parameter Index of Owner decides
	Stored         // kept in a struct or package variable: whose it is cannot be told
)

// Ctx is what is known about a context, or about the one that a request carries.
type Ctx struct {
	Origin  Origin
	Bounded bool     // a deadline was added on the way, on every path
	Maybe   bool     // … on some path only, so nothing can be said about the deadline
	Expr    ast.Expr // where it was made or taken: context.Background(), r.Context(), http.NewRequest(…)
	Owner   *syntax.Func
	Index   int // the parameter of Owner; -1 the receiver
	// Detached: it kept the values of a context at hand but lost its end (WithoutCancel).
	Detached bool
	// Cancelable: WithCancel or the like stands between the root and here, so somebody may end it.
	Cancelable bool
	// Field: it was read from a struct field or package variable here.
	Field bool
	// Kept is the root of a context that a field of this package always holds, which somebody may cancel and nothing bounds
	// in time: its origin is Stored.
	Kept ast.Expr
}

// Open reports whether it is certain that no deadline bounds c.
func (c Ctx) Open() bool {
	return !c.Bounded && !c.Maybe && (c.Origin == Root || c.Origin == None || c.Origin == Request)
}

// State is what is known about a limit beside the context.
type State uint8

const (
	NoLimit    State = iota // there is nothing beside the context that could bound the call
	Limited                 // it is bounded
	Unlimited               // it could be bounded, and is not
	Undecided               // it could be bounded, and whether it is cannot be told
	ParamLimit              // parameter Index (or its field Field) of Owner decides
)

// Kind is how an unlimited client came to be.
type Kind uint8

const (
	Literal Kind = iota // http.Client{…} or new(http.Client)
	Default             // http.DefaultClient
	Copy                // a copy of *http.DefaultClient
	Made                // returned by a library function that sets no limit
)

// Client is what is known about the limit of a client value.
type Client struct {
	State State
	Kind  Kind
	Why   string   // evidence for people: "http.Client without Timeout"
	Expr  ast.Expr // where an unlimited client is made

	Owner *syntax.Func
	Index int
	Field string // the field of the parameter that holds the client
	// NilOpen: where the parameter (or its field) is nil, an unlimited client is used instead.
	NilOpen bool
	Chosen  bool // the code says Timeout: 0, so nobody forgot it
}

// Need is one way to a sink, seen from one function: what has to bound it.
type Need struct {
	Sink   catalog.Sink
	Name   string // the sink as people spell it
	Ctx    Ctx
	Client Client
	// Site is the unlimited client of this package, where one is known.
	Site *site
	// Twin: the same call has a form that takes a context.
	Twin bool
	// Path are the hops from the function to the sink, outermost first; empty for a direct call.
	Path []string
	// Call is the call in this package at which the path begins.
	Call *downstream.Call
	// Inner: the root or missing context lies in a function called from here, not in this one.
	Inner bool
	// Guard is 1 + the bool parameter on which the call depends, negative where it has to be false: a caller that
	// passes the other constant never gets there. 0: it depends on none.
	Guard int
	// Async: a go statement lies on the way, so the caller does not wait.
	Async bool
}

func (n *Need) pos() token.Pos { return n.Call.Expr.Pos() }

// waits reports whether a deadline is asked of the sink at all.
func (n *Need) waits() bool {
	return !n.Sink.Stream && !n.Sink.Request && n.Sink.Default == 0
}

// join is what is known of a value that one of several definitions gives.
func join(cs []Ctx) Ctx {
	if len(cs) == 0 {
		return Ctx{}
	}
	out := cs[0]
	for _, c := range cs[1:] {
		if c.Bounded != out.Bounded {
			out.Maybe = true
		}
		out.Bounded = out.Bounded && c.Bounded
		out.Maybe = out.Maybe || c.Maybe
		out.Cancelable = out.Cancelable || c.Cancelable
		if c.Kept != out.Kept {
			out.Kept = nil
		}
		if c.Origin != out.Origin || c.Origin == Param && (c.Owner != out.Owner || c.Index != out.Index) {
			out.Origin = Unknown
		}
	}
	return out
}
