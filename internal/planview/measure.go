package planview

import (
	"math"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// A picture needs a length for everything, also for what has none that is known. So it assumes one, the same for all,
// and says so: times is how often something is drawn that is done n times, and unitOf says how long an unknown length is.
const times = 3

// span is how long something is drawn. loose says that this is assumed, at least in part.
type span struct {
	d     time.Duration
	loose bool
}

// spans is a span split by the deadlines that are heard, as callplan adds up times: at[0] hears the innermost, at[1] only
// those further out, deaf hears none.
type spans struct {
	at   []span
	deaf span
}

func (s spans) level(i int) span {
	if i < len(s.at) {
		return s.at[i]
	}
	return span{}
}

func (s spans) total() span {
	t := s.deaf
	for _, x := range s.at {
		t = add(t, x)
	}
	return t
}

func add(a, b span) span { return span{plus(a.d, b.d), a.loose || b.loose} }

func longer(a, b span) span { return span{max(a.d, b.d), a.loose || b.loose} }

// plus adds without running over: a plan may say a million times an hour.
func plus(a, b time.Duration) time.Duration {
	if a > math.MaxInt64/4-b {
		return math.MaxInt64 / 4
	}
	return a + b
}

func scale(n int, d time.Duration) time.Duration {
	if d > 0 && int64(n) > math.MaxInt64/4/int64(d) {
		return math.MaxInt64 / 4
	}
	return time.Duration(n) * d
}

// length is that of one span of a plan, where an unknown one takes unit.
func length(s callplan.Span, unit time.Duration) span {
	if s.Known() {
		return span{d: s.D}
	}
	return span{unit, true}
}

// count is a number, or what stands for it.
func count(c callplan.Count) (n int, loose bool) {
	if c.N > 0 {
		return c.N, false
	}
	return times, true
}

// rounds is how often an Each waits for all of its places.
func rounds(n *callplan.Node) (r int, loose bool) {
	if n.Limit == (callplan.Count{}) {
		return 1, false
	}
	items, a := count(n.N)
	limit, b := count(n.Limit)
	return (items + limit - 1) / limit, a || b
}

// measure is how long n is drawn where unknown lengths take unit.
func measure(n *callplan.Node, unit time.Duration) spans {
	switch n.Kind {
	case callplan.Seq:
		return join(n, unit, add)
	case callplan.Alt:
		return join(n, unit, longer)
	case callplan.Par:
		s := join(n, unit, longer)
		if b := batches(n); b > 1 {
			return s.times(b, false)
		}
		return s
	case callplan.Each:
		r, loose := rounds(n)
		return measure(&n.Kids[0], unit).times(r, loose)
	case callplan.Loop:
		c, loose := count(n.N)
		return measure(&n.Kids[0], unit).times(c, loose)
	case callplan.Retry:
		c, loose := count(n.N)
		s := measure(&n.Kids[0], unit).times(c, loose)
		if n.Time != (callplan.Span{}) && c > 1 {
			s = s.zip(spans{at: []span{spans{at: []span{length(n.Time, unit)}}.times(c-1, loose).at[0]}}, add)
		}
		return s
	case callplan.Bounded:
		return bounded(n, unit)
	case callplan.Free:
		s := measure(&n.Kids[0], unit)
		if n.Levels < 0 {
			return spans{deaf: s.total()}
		}
		return spans{at: append(make([]span, n.Levels), s.at...), deaf: s.deaf}
	case callplan.Async:
		return spans{}
	case callplan.If:
		return measure(&n.Kids[0], unit)
	case callplan.Ref:
		if len(n.Kids) > 0 {
			return measure(&n.Kids[0], unit)
		}
	}
	return spans{at: []span{length(n.Time, unit)}}
}

// bounded: what hears a deadline ends with it. Where it is not known how long that is, it is drawn up to the deadline.
func bounded(n *callplan.Node, unit time.Duration) spans {
	s := measure(&n.Kids[0], unit)
	if len(s.at) == 0 {
		return s
	}
	heard := s.at[0]
	switch {
	case n.Time.Known() && heard.loose:
		heard = span{d: n.Time.D}
	case n.Time.Known():
		heard.d = min(heard.d, n.Time.D)
	case n.Time.Sym != "" && heard.loose:
		heard.d = unit
	}
	out := spans{at: []span{add(heard, s.level(1))}, deaf: s.deaf}
	if len(s.at) > 2 {
		out.at = append(out.at, s.at[2:]...)
	}
	return out
}

// batches is how often a limited Par waits for all of its places.
func batches(n *callplan.Node) int {
	if limit := n.N.N; limit > 0 {
		return (len(n.Kids) + limit - 1) / limit
	}
	return 1
}

func (s spans) times(n int, loose bool) spans {
	f := func(x span) span { return span{scale(n, x.d), x.loose || loose && x.d > 0} }
	out := spans{deaf: f(s.deaf)}
	for _, x := range s.at {
		out.at = append(out.at, f(x))
	}
	return out
}

func (s spans) zip(o spans, f func(a, b span) span) spans {
	out := spans{deaf: f(s.deaf, o.deaf)}
	for i := range max(len(s.at), len(o.at)) {
		out.at = append(out.at, f(s.level(i), o.level(i)))
	}
	return out
}

func join(n *callplan.Node, unit time.Duration, f func(a, b span) span) (out spans) {
	for i := range n.Kids {
		out = out.zip(measure(&n.Kids[i], unit), f)
	}
	return out
}

// fit finds the unit with which what hears a deadline of limit is drawn as long as that, so that calls which share it get
// equal parts. Where even the known parts are longer, an unknown one gets an eighth, to be seen at all.
func fit(n *callplan.Node, limit time.Duration) time.Duration {
	at := func(unit time.Duration) time.Duration { return measure(n, unit).level(0).d }
	if at(0) >= limit {
		return limit / 8
	}
	low, high := time.Duration(0), limit
	for range 40 {
		unit := low + (high-low)/2
		if at(unit) > limit {
			high = unit
		} else {
			low = unit
		}
	}
	return high
}

// once says that there is no more than one unknown length, one after the other, in what hears a deadline.
func once(n *callplan.Node, unit time.Duration) bool {
	return measure(n, unit+1).level(0).d-measure(n, unit).level(0).d <= 1
}

// unitOf is a round time that is easily seen beside what is known of plan; known is false where nothing is.
func unitOf(plan *callplan.Node, total time.Duration) (unit time.Duration, known bool) {
	most := max(measure(plan, 0).total().d, total)
	if most <= 0 {
		return time.Second, false
	}
	return round(most / 8), true
}

// round is the next of 1, 2, 5, 10 … that is not less than d.
func round(d time.Duration) time.Duration {
	for step := time.Duration(1); ; step *= 10 {
		for _, k := range []time.Duration{1, 2, 5} {
			if k*step >= d || step > math.MaxInt64/100 {
				return k * step
			}
		}
	}
}
