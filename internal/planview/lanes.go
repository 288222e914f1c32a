package planview

import (
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// lane is one line of a waterfall: a call with all that is around it alone, or the head of several.
type lane struct {
	depth int
	group bool
	name  string
	how   string   // the way to it, outermost first
	at    []string // places, outermost first
	tags  []tag
	nodes []*callplan.Node // that stand in it, outermost first
	bound *callplan.Node   // the deadline around it that is heard, nil if there is none
}

// tag is a word about a call.
type tag struct{ class, text, title string }

// lanes lists the lanes of a plan in the order of the source.
func lanes(n *callplan.Node) []lane {
	var l lister
	l.node(n, 0, nil, false, "")
	return l.lanes
}

type lister struct{ lanes []lane }

// node appends the lanes of n. bounds are the deadlines that it hears, outermost first. branch says that it is one of
// several at the same time or instead of each other, so that calls one after the other in it need a head; or is its word.
func (l *lister) node(n *callplan.Node, depth int, bounds []*callplan.Node, branch bool, or string) {
	x := lane{depth: depth}
	if or != "" {
		x.tags = append(x.tags, tag{"or", or, "one of these happens, not all"})
	}
	var steps []string
	far := false // it does not hear a deadline around it
	for {
		if len(bounds) > 0 {
			x.bound = bounds[len(bounds)-1]
		} else {
			x.bound = nil
		}
		x.nodes = append(x.nodes, n)
		if n.At != "" && !slices.Contains(x.at, n.At) && n.Kind != callplan.Seq && n.Kind != callplan.Free {
			x.at = append(x.at, n.At)
		}
		switch n.Kind {
		case callplan.Seq, callplan.Par, callplan.Alt:
		case callplan.Free:
			far = far || len(bounds) > 0
			if n.Levels < 0 || n.Levels > len(bounds) {
				bounds = nil
			} else {
				bounds = bounds[:len(bounds)-n.Levels]
			}
		case callplan.Bounded:
			if n.Time != (callplan.Span{}) {
				bounds = append(slices.Clip(bounds), n)
			}
			steps = append(steps, "within "+n.Time.String())
		case callplan.Ref:
			if len(n.Kids) > 0 {
				steps = append(steps, brief(n.What))
			}
		case callplan.Each, callplan.Loop, callplan.Retry, callplan.Async:
			steps = append(steps, words(n))
		case callplan.If:
			x.tags = append(x.tags, tag{"if", when(n), "it is done under this condition only"})
		}
		if len(n.Kids) != 1 {
			break
		}
		n = &n.Kids[0]
	}
	if far {
		x.tags = append(x.tags, tag{"out", "outside the deadline", "its context does not hear the deadline around it"})
	}
	x.about(n, steps)
	if len(n.Kids) == 0 {
		l.lanes = append(l.lanes, x)
		return
	}
	if !plain(n) || len(steps) > 0 || branch {
		x.group = true
		l.lanes = append(l.lanes, x)
		depth++
	}
	for i := range n.Kids {
		l.node(&n.Kids[i], depth, bounds, n.Kind != callplan.Seq && !(instead(n) && i == 1), choice(n, i))
	}
}

// plain: what is in n stands one below the other, as it is done.
func plain(n *callplan.Node) bool { return n.Kind == callplan.Seq || instead(n) }

// choice is the word before one of several alternatives, where no condition is.
func choice(n *callplan.Node, i int) string {
	under := func(k callplan.Node) bool { return k.Kind == callplan.If }
	switch {
	case n.Kind != callplan.Alt || instead(n) || under(n.Kids[i]):
		return ""
	case slices.ContainsFunc(n.Kids, under):
		return "otherwise"
	case i == 0:
		return "either"
	}
	return "or"
}

// about names a lane that ends in n, and says what is known of it.
func (x *lane) about(n *callplan.Node, steps []string) {
	leaf := len(n.Kids) == 0
	for _, k := range x.nodes {
		if x.name == "" && k.Name != "" {
			x.name = k.Name
		}
	}
	if leaf {
		if what := n.What; what != "" && n.Kind != callplan.Wait {
			steps = append(steps, what)
		}
		if n.Kind == callplan.Wait {
			steps = append(steps, waiting(n))
		}
	} else if !plain(n) || len(steps) == 0 {
		steps = append(steps, words(n))
	}
	if x.name == "" {
		x.name, steps = naming(x.nodes, n, steps)
	}
	x.how = strings.Join(steps, " → ")
	if n.Protocol != "" {
		x.how = strings.TrimSuffix(n.Protocol+" · "+x.how, " · ")
	}
	x.flags(n)
}

// naming chooses what a lane without a downstream's name is called by, and leaves it out of the steps. A method of a
// generated client says itself what it reaches; (*http.Client).Do does not, the function that calls it may.
func naming(nodes []*callplan.Node, n *callplan.Node, steps []string) (string, []string) {
	if n.Kind == callplan.Call && n.Protocol == "grpc" {
		return brief(n.What), slices.DeleteFunc(steps, func(s string) bool { return s == n.What })
	}
	for _, k := range nodes {
		if k.Kind == callplan.Ref && (len(k.Kids) > 0 || k == n) {
			name := brief(k.What)
			return name, slices.DeleteFunc(steps, func(s string) bool { return s == name || s == k.What })
		}
	}
	if len(steps) == 0 {
		return n.Kind.String(), nil
	}
	return steps[len(steps)-1], steps[:len(steps)-1]
}

// words says how often and when what is below n is done.
func words(n *callplan.Node) string {
	switch n.Kind {
	case callplan.Loop:
		if n.N.N > 0 {
			return n.N.String() + " times"
		}
		return title(&callplan.Node{Kind: n.Kind, N: n.N})
	case callplan.Retry:
		return attempts(n)
	case callplan.Async:
		return "not waited for"
	case callplan.Alt:
		if instead(n) {
			return title(&callplan.Node{Kind: callplan.Seq})
		}
		return "one of"
	}
	return title(&callplan.Node{Kind: n.Kind, N: n.N, Limit: n.Limit})
}

func (x *lane) flags(n *callplan.Node) {
	var all callplan.Node // what any of the nodes says
	loop := false
	for _, k := range x.nodes {
		if all.Class == "" {
			all.Class = k.Class
		}
		all.Optional = all.Optional || k.Optional
		all.Ignored = all.Ignored || k.Ignored
		all.Wave = max(all.Wave, k.Wave)
		loop = loop || k.Kind == callplan.Loop && k.Wave > 0
	}
	put := func(yes bool, class, text, title string) {
		if yes {
			x.tags = append(x.tags, tag{class, text, title})
		}
	}
	put(all.Class == "core", "core", "core", "")
	put(all.Class == "degradable", "degradable", "degradable", "")
	put(all.Optional && all.Class != "degradable", "degradable", "optional", "its failure does not fail the answer")
	put(all.Ignored, "ignored", "error ignored", "its error is dropped or only logged")
	put(n.Write, "", "write", "")
	put(n.Likely, "", "probably remote", "nothing proves that this call leaves the process")
	put(loop, "wave", "∥ rounds", "the rounds do not need each other")
	put(all.Wave > 0 && !loop, "wave", "∥"+callplan.Count{N: all.Wave}.String(), "")
}

// class is core, degradable or "".
func (x *lane) class() string {
	for _, t := range x.tags {
		if t.class == "core" || t.class == "degradable" {
			return t.class
		}
	}
	return ""
}

// takes is what stands at the end of a lane: the longest that it may take. open says that nothing ends it.
func (x *lane) takes() (text, why string, open bool) {
	top := x.nodes[0]
	worst := top.Worst()
	bounded := x.bound != nil && x.bound != top && !slices.Contains(x.nodes, x.bound)
	d, exact := worst.Least()
	switch {
	case slices.ContainsFunc(x.nodes, func(n *callplan.Node) bool { return n.Kind == callplan.Async }):
		return "not waited for", "", false
	case !worst.Bounded() && bounded:
		return "≤ " + x.bound.Time.String(), "by the deadline around it", false
	case !worst.Bounded():
		return "no limit", worst.String(), true
	case exact:
		return callplan.Short(d), worst.Total(), false
	}
	if m := measure(top, 1).total(); !m.loose {
		return "≤ " + callplan.Short(m.d), worst.Total(), false
	}
	return worst.String(), worst.Total(), false
}
