package downstream

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// Reach is one way out of the process that a function has.
type Reach struct {
	Protocol catalog.Protocol
	Effect   catalog.Effect
	Sink     string   // as people spell it: "(*sql.DB).Query"
	Path     []string // hops to it, nearest first: "example.com/shop.load (load.go:12)"
	// Method and Request name the parameter (index + 1; 0 is none) whose value decides whether it is a write after all:
	// the HTTP method, or the request itself. Until a caller settles it, Effect is Write.
	Method, Request int
	// Guard is the bool parameter that decides whether it is reached at all, see syntax.Package.Guard.
	Guard int
}

// MaxHops bounds how far a path is followed: past it a function is not said to reach anything.
const MaxHops = 5

// maxReach bounds a fact: one reach per protocol, effect and what decides it, and no more than this.
const maxReach = 8

// Reaches is the fact of a function that reaches a downstream. Slices, not maps: a fact's bytes must not change from
// run to run, or everything that depends on it is analysed again.
type Reaches struct{ Reach []Reach }

func (*Reaches) AFact() {}

func (r *Reaches) String() string {
	var s []string
	for _, x := range r.Reach {
		s = append(s, fmt.Sprintf("%s %s", x.Protocol, x.Sink))
	}
	return "reaches(" + strings.Join(s, ", ") + ")"
}

// Announced is the package fact that says which interface methods have implementations in sight, and what those
// reach. It repeats what the package's direct imports announced, so that no pass has to look further than those.
type Announced struct{ Methods []Method }

func (*Announced) AFact() {}

func (a *Announced) String() string { return fmt.Sprintf("announces(%d)", len(a.Methods)) }

// Method is an interface method with an implementation in sight.
type Method struct {
	Name  string // Key of the interface method
	Reach []Reach
}

// maxAnnounced bounds the package fact; what does not fit is unknown to importers.
const maxAnnounced = 512

// addReach adds what is new in from to to, one per protocol, effect and what decides it, and reports whether anything
// was. What is always reached makes what a flag guards superfluous.
func addReach(to []Reach, from []Reach, hop string) ([]Reach, bool) {
	grew := false
	for _, f := range from {
		if hop != "" {
			if len(f.Path) >= MaxHops {
				continue
			}
			f.Path = append([]string{hop}, f.Path...)
		}
		same := func(o Reach) bool {
			return o.Protocol == f.Protocol && o.Effect == f.Effect && o.Method == f.Method && o.Request == f.Request
		}
		if slices.ContainsFunc(to, func(o Reach) bool { return same(o) && (o.Guard == 0 || o.Guard == f.Guard) }) {
			continue
		}
		if f.Guard == 0 {
			to = slices.DeleteFunc(slices.Clone(to), same)
		}
		if len(to) >= maxReach {
			continue
		}
		to, grew = append(to, f), true
	}
	slices.SortFunc(to, func(a, b Reach) int {
		return cmp.Or(cmp.Compare(a.Protocol, b.Protocol), cmp.Compare(a.Effect, b.Effect),
			cmp.Compare(a.Method, b.Method), cmp.Compare(a.Request, b.Request), cmp.Compare(a.Guard, b.Guard))
	})
	return to, grew
}
