// Package planview shows call plans: as a tree in a terminal, as JSON, as graphs and as a page, and what changed between
// two of them. It decides nothing about them.
package planview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// Entry is one entry point, ready to be shown.
type Entry struct {
	Name    string         `json:"name"`            // "(*main.Server).handleDashboard"
	Route   string         `json:"route,omitempty"` // "GET /api/dashboard"
	Package string         `json:"package"`
	File    string         `json:"file"` // relative to the working directory
	Line    int            `json:"line"`
	Total   time.Duration  `json:"totalNs,omitempty"` // what the entry has; 0 means not said
	Margin  time.Duration  `json:"marginNs,omitempty"`
	Why     string         `json:"totalWhy,omitempty"`
	Plan    *callplan.Node `json:"plan"`
}

// Title names an entry: by its route, where that is known.
func (e *Entry) Title() string {
	if e.Route != "" {
		return e.Route
	}
	return e.Name
}

// Key tells entries apart between two runs.
func (e *Entry) Key() string { return e.Package + " " + e.Name + " " + e.Route }

// Places changes every place that the entry names: a path, with a line behind it in its plan.
func (e *Entry) Places(f func(string) string) {
	e.File = f(e.File)
	e.Plan.Each(func(n *callplan.Node) bool {
		if n.At != "" {
			n.At = f(n.At)
		}
		return true
	})
}

// Worst says how long an entry may take.
type Worst struct {
	Text    string        `json:"text"`    // "500ms + 3×(800ms + 100ms) = 3.2s"
	AtLeast time.Duration `json:"leastNs"` // what is known of it
	Exact   bool          `json:"exact"`   // AtLeast is all of it
	Bounded bool          `json:"bounded"` // it comes to an end, whatever the symbols stand for
	Over    bool          `json:"over"`    // it is certainly more than there is
}

// Worst is the worst case of the entry as it is.
func (e *Entry) Worst() Worst { return e.worst(e.Plan) }

// Suggested is the worst case where calls that do not need each other are made at the same time; ok is false where
// there are none.
func (e *Entry) Suggested() (w Worst, plan *callplan.Node, ok bool) {
	better, ok := e.Plan.Suggest()
	if !ok {
		return Worst{}, nil, false
	}
	return e.worst(&better), &better, true
}

func (e *Entry) worst(n *callplan.Node) Worst {
	x := n.Worst()
	w := Worst{Text: x.Total(), Bounded: x.Bounded()}
	w.AtLeast, w.Exact = x.Least()
	w.Over = e.Total > 0 && w.AtLeast > e.Total-e.Margin
	return w
}

// open lists the calls that nothing bounds, in order.
func open(n *callplan.Node, under bool) (out []*callplan.Node) {
	switch n.Kind {
	case callplan.Bounded:
		under = under || n.Time.D > 0 || n.Time.Sym != ""
	case callplan.Free:
		under = under && n.Levels >= 0
	case callplan.Async:
		return nil
	case callplan.Call, callplan.Wait:
		if !under && !n.Time.Known() && n.Time.Sym == "" {
			return []*callplan.Node{n}
		}
	}
	for i := range n.Kids {
		out = append(out, open(&n.Kids[i], under)...)
	}
	return out
}

// Sort puts what is worst first: over its time, then without limit, then by what it may take.
func Sort(entries []Entry) {
	rank := func(w Worst) int {
		switch {
		case w.Over:
			return 0
		case !w.Bounded:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		x, y := a.Worst(), b.Worst()
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(y.AtLeast, x.AtLeast), cmp.Compare(calls(b.Plan), calls(a.Plan)))
	})
}

// headline is one line about what an entry may take.
func (e *Entry) headline() string {
	w := e.Worst()
	var s string
	switch {
	case !w.Bounded:
		free := open(e.Plan, false)
		s = "worst case: no limit"
		if len(free) > 0 {
			s += fmt.Sprintf("; %s nothing bounds, the first is %s (%s)", plural(len(free), "call"), free[0].What, short(free[0].At))
		}
		if w.AtLeast > 0 {
			s += "; the rest is " + callplan.Short(w.AtLeast)
		}
	default:
		s = "worst case: " + w.Text
	}
	if e.Total > 0 {
		spend := callplan.Short(e.Total - e.Margin)
		if e.Margin > 0 {
			spend += " (" + callplan.Short(e.Total) + " − " + callplan.Short(e.Margin) + " margin)"
		}
		switch {
		case w.Over:
			s += " > " + spend
		case w.Exact:
			s += " ≤ " + spend
		default:
			s += ", of " + spend
		}
		s += " by " + e.Why
	}
	return s
}

// calls counts the calls of a plan of a whole program, where a reference stands for what is below it.
func calls(n *callplan.Node) (sum int) {
	n.Each(func(k *callplan.Node) bool {
		if k.Kind == callplan.Call || k.Kind == callplan.Ref && len(k.Kids) == 0 {
			sum++
		}
		return true
	})
	return sum
}

// sometimes counts the calls of a plan that are made under a condition only.
func sometimes(n *callplan.Node) (sum int) {
	n.Each(func(k *callplan.Node) bool {
		if k.Kind == callplan.If {
			sum += calls(k)
		}
		return k.Kind != callplan.If
	})
	return sum
}

// howMany says how many calls a plan has.
func howMany(n *callplan.Node) string {
	s := plural(calls(n), "call")
	if k := sometimes(n); k > 0 {
		s += ", " + strconv.Itoa(k) + " under a condition"
	}
	return s
}

// usual says how long a plan usually takes.
func usual(n *callplan.Node, d time.Duration) string {
	s := callplan.Short(d) + ", by the contract"
	if sometimes(n) > 0 {
		s += ", without what is under a condition"
	}
	return s
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// leaf is a call with the functions through which it is reached.
type leaf struct {
	*callplan.Node
	via []string
	at  string // where the outermost of them is called
	// What the call or a function on the way to it says, the outermost first.
	name, class string
	ignored     bool
	wave        int
	deaf        int // levels of deadlines that it does not hear, as a Free says
	// when are the conditions under which it is made, the outermost first; instead says of one that the rest is left out
	// then.
	when    []string
	instead bool
}

// chain follows references and conditions with one call below them to that call.
func chain(n *callplan.Node) (l leaf, ok bool) {
	l = leaf{Node: n}
	for {
		if l.name == "" {
			l.name, l.class = l.Name, l.Class
		}
		l.at = cmp.Or(l.at, l.At)
		l.ignored = l.ignored || l.Ignored
		l.wave = cmp.Or(l.wave, l.Wave)
		switch {
		case l.Kind == callplan.Call:
			return l, true
		case l.Kind == callplan.Ref && len(l.Kids) == 0:
			return l, true
		case l.Kind == callplan.Ref && len(l.Kids) == 1:
			l.via = append(l.via, brief(l.What))
		case l.Kind == callplan.Free && len(l.Kids) == 1:
			l.deaf = l.Levels
		case l.Kind == callplan.If && len(l.Kids) == 1:
			if l.What != "" {
				l.when = append(l.when, l.What)
			}
			l.instead = l.instead || l.Ends
		default:
			return l, false
		}
		l.Node = &l.Kids[0]
	}
}

// condition is what stands before a call that is not always made: "if user != nil: ".
func (l *leaf) condition() string {
	if len(l.when) == 0 {
		return ""
	}
	s := "if " + strings.Join(l.when, " and ")
	if l.instead {
		s += ", instead of the rest"
	}
	return s + ": "
}

// short is a place without its folder, "" for none.
func short(at string) string { return at[strings.LastIndexByte(at, '/')+1:] }

// brief drops the package of a function's name: "(*Server).page" for "(*main.Server).page".
func brief(what string) string {
	if i := strings.LastIndexByte(what, ')'); i > 0 && strings.HasPrefix(what, "(*") {
		recv := what[2:i]
		return "(*" + recv[strings.IndexByte(recv, '.')+1:] + what[i:]
	}
	if i := strings.IndexByte(what, '.'); i > 0 {
		return what[i+1:]
	}
	return what
}
