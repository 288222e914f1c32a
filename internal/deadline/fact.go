package deadline

import (
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// Needs is the fact of a function: what has to bound its way to a sink, and what its results are. Slices only, so
// that a fact's bytes are the same in every run.
type Needs struct {
	Needs   []NeedFact
	Results []ResultFact
	Kept    []KeptFact
}

func (*Needs) AFact()           {}
func (n *Needs) String() string { return fmt.Sprintf("needs(%d, %d)", len(n.Needs), len(n.Results)) }

// CtxFact is a Ctx without syntax: Owner is always the function that has the fact.
type CtxFact struct {
	Origin         Origin
	Index          int
	Bounded, Maybe bool
}

// NeedFact is a Need without syntax.
type NeedFact struct {
	Protocol catalog.Protocol
	Effect   catalog.Effect
	Name     string
	Default  time.Duration
	Stream   bool
	Dial     bool
	Twin     bool
	Guard    int
	Ctx      CtxFact
	Client   ClientFact
	Path     []string
}

// ClientFact is a Client without syntax.
type ClientFact struct {
	State   State
	Kind    Kind
	Index   int
	Field   string
	NilOpen bool
	Why     string
}

// ResultFact is what one result of a function is: a context (or a request that carries one), or an unlimited client.
type ResultFact struct {
	Index  int
	Client bool
	From   int // for a client: 1 + the parameter that it is, 0 for one of the function's own
	Ctx    CtxFact
	Why    string
}

// Announces is the package fact that gives the needs of interface methods through their implementations in sight; it
// repeats what direct imports announced.
type Announces struct{ Methods []MethodNeeds }

func (*Announces) AFact()           {}
func (a *Announces) String() string { return fmt.Sprintf("announces needs(%d)", len(a.Methods)) }

// MethodNeeds are the needs of one interface method, by its downstream.Key.
type MethodNeeds struct {
	Name  string
	Needs []NeedFact
}

// Holds is the fact of a package variable that holds an unlimited http.Client.
type Holds struct{ Why string }

func (*Holds) AFact()           {}
func (h *Holds) String() string { return "holds(" + h.Why + ")" }

// Defaults is the fact of a package that gives connections a default deadline, by an interceptor or a service config,
// or hands the modules in Given an http.Client whose limit is not known to be missing: their calls elsewhere are made
// with that one as likely as not. Both repeat what direct imports say; Given is sorted.
type Defaults struct {
	Conn  bool
	Given []string
}

func (*Defaults) AFact()           {}
func (d *Defaults) String() string { return fmt.Sprintf("defaults(%t, %v)", d.Conn, d.Given) }

func (f CtxFact) value() Ctx {
	return Ctx{Origin: f.Origin, Index: f.Index, Bounded: f.Bounded, Maybe: f.Maybe}
}

func (f *Needs) result(i int) (ResultFact, bool) {
	for _, r := range f.Results {
		if r.Index == i {
			return r, true
		}
	}
	return ResultFact{}, false
}

func (f *Needs) needs() []Need { return needsOf(f.Needs) }

func needsOf(fs []NeedFact) []Need {
	var out []Need
	for _, f := range fs {
		out = append(out, Need{
			Sink: catalog.Sink{Protocol: f.Protocol, Effect: f.Effect, Default: f.Default, Stream: f.Stream, Dial: f.Dial},
			Name: f.Name, Twin: f.Twin, Guard: f.Guard, Path: f.Path,
			Ctx:    f.Ctx.value(),
			Client: Client{State: f.Client.State, Kind: f.Client.Kind, Index: f.Client.Index, Field: f.Client.Field, NilOpen: f.Client.NilOpen, Why: f.Client.Why},
		})
	}
	return out
}

func factsOf(ns []Need) []NeedFact {
	var out []NeedFact
	for _, n := range ns {
		out = append(out, NeedFact{
			Protocol: n.Sink.Protocol, Effect: n.Sink.Effect, Name: n.Name, Default: n.Sink.Default, Stream: n.Sink.Stream,
			Dial: n.Sink.Dial, Twin: n.Twin, Guard: n.Guard, Path: n.Path,
			Ctx:    CtxFact{Origin: n.Ctx.Origin, Index: n.Ctx.Index, Bounded: n.Ctx.Bounded, Maybe: n.Ctx.Maybe},
			Client: ClientFact{State: n.Client.State, Kind: n.Client.Kind, Index: n.Client.Index, Field: n.Client.Field, NilOpen: n.Client.NilOpen, Why: n.Client.Why},
		})
	}
	return out
}
