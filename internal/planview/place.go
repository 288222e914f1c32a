package planview

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// mark is what a piece of a lane is.
type mark uint8

const (
	markCall  mark = iota
	markPause      // between attempts, or a sleep
	markLimit      // what a deadline allows
	markMore       // more rounds like those before
)

// piece is something that stands in a lane.
type piece struct {
	mark     mark
	from, to time.Duration
	stack    int  // how many are drawn one above the other
	open     bool // nothing ends it
	assumed  bool // its length, or that there are so many, is assumed
	ghost    bool // an attempt after the first
	cut      bool // a deadline ends it
	async    bool // nobody waits for it
	maybe    bool // it runs under a condition
}

// picture is where everything of a plan stands. Nodes are told apart by number, see numbered.
type picture struct {
	pieces map[int][]piece
	whole  map[int]piece // from the first begin of a node to its last end
	end    time.Duration // of what somebody waits for
	known  time.Duration // up to here places are times, from here on assumed lengths came before; never: math.MaxInt64
}

// numbered is a copy of a plan whose nodes carry numbers from 1 as their keys, in order, so that they are found again in
// a plan that is made of it. The keys of a plan are for following references, which has happened.
func numbered(n *callplan.Node) *callplan.Node {
	next := 0
	var copied func(n *callplan.Node) callplan.Node
	copied = func(n *callplan.Node) callplan.Node {
		next++
		out := *n
		out.Key = strconv.Itoa(next)
		out.Kids = make([]callplan.Node, len(n.Kids))
		for i := range n.Kids {
			out.Kids[i] = copied(&n.Kids[i])
		}
		return out
	}
	out := copied(n)
	return &out
}

// id is the number of a node, 0 for one that was made later.
func id(n *callplan.Node) int {
	i, err := strconv.Atoi(n.Key)
	if err != nil {
		return 0
	}
	return i
}

// place finds the place of everything in a numbered plan. What somebody waits for ends where callplan's sum says, and
// never later: where branches of a Par hear different deadlines, the sum is an upper bound of what is drawn.
func place(plan *callplan.Node, unit time.Duration) *picture {
	p := &picture{pieces: map[int][]piece{}, whole: map[int]piece{}, known: math.MaxInt64}
	p.end = pen{picture: p, unit: unit, like: piece{stack: 1}}.node(plan, 0)
	return p
}

// deadline is what is left of one.
type deadline struct {
	left  time.Duration
	known bool
}

// pen draws one part of a plan. It is handed on by value; only deadlines are shared with what follows.
type pen struct {
	*picture
	unit      time.Duration
	alone     bool       // a deadline gives all that it has left to the one call whose length is not known
	deadlines []deadline // those that are heard, the innermost last
	like      piece      // how pieces look here
	deep      int        // repetitions around
}

// branch is a pen for something at the same time.
func (p pen) branch() pen {
	p.deadlines = slices.Clone(p.deadlines)
	return p
}

// left is how long something may take here at most.
func (p pen) left() time.Duration {
	least := time.Duration(math.MaxInt64)
	for _, d := range p.deadlines {
		least = min(least, d.left)
	}
	return least
}

func (p pen) spend(d time.Duration) {
	for i := range p.deadlines {
		p.deadlines[i].left = max(p.deadlines[i].left-d, 0)
	}
}

// loosen notes that from t on places are assumed, unless a known deadline ends what is drawn.
func (p pen) loosen(t time.Duration) {
	if !p.like.async && !slices.ContainsFunc(p.deadlines, func(d deadline) bool { return d.known }) {
		p.known = min(p.known, t)
	}
}

// draw puts a piece of length want at t into the lane of n, and returns where it ends.
func (p pen) draw(n *callplan.Node, m mark, want, t time.Duration, s callplan.Span) time.Duration {
	x := p.like
	left := p.left()
	took := min(want, left)
	x.mark, x.from, x.to = m, t, plus(t, took)
	x.cut = want > left
	if m != markMore && !s.Known() {
		x.open = s.Sym == "" && left == math.MaxInt64
		x.cut = x.cut || s.Sym == "" && !x.open
		x.assumed = x.assumed || !x.cut || !p.alone
		p.loosen(t)
	}
	p.spend(took)
	p.pieces[id(n)] = append(p.pieces[id(n)], x)
	return x.to
}

func (p pen) node(n *callplan.Node, t time.Duration) time.Duration {
	end := p.kind(n, t)
	w, ok := p.whole[id(n)]
	if !ok {
		w.from = t
	}
	w.from, w.to = min(w.from, t), max(w.to, end)
	w.async = p.like.async
	p.whole[id(n)] = w
	return end
}

func (p pen) kind(n *callplan.Node, t time.Duration) time.Duration {
	switch n.Kind {
	case callplan.Seq:
		for i := range n.Kids {
			t = p.node(&n.Kids[i], t)
		}
		return t
	case callplan.Par, callplan.Alt:
		return p.beside(n, t)
	case callplan.Each:
		return p.each(n, t)
	case callplan.Loop:
		return p.repeat(n, n.N, callplan.Span{D: 1}, t)
	case callplan.Retry:
		return p.repeat(n, n.N, n.Time, t)
	case callplan.Bounded:
		return p.bounded(n, t)
	case callplan.Free:
		p.deadlines = p.heard(n.Levels)
		return p.node(&n.Kids[0], t)
	case callplan.Async:
		q := p.branch()
		q.like.async = true
		q.node(&n.Kids[0], t)
		return t
	case callplan.If:
		p.like.maybe = true
		return p.node(&n.Kids[0], t)
	case callplan.Wait:
		if n.What != "" {
			break
		}
		return p.draw(n, markPause, length(n.Time, p.unit).d, t, n.Time)
	case callplan.Ref:
		if len(n.Kids) > 0 {
			return p.node(&n.Kids[0], t)
		}
		s := n.Time
		if s == (callplan.Span{}) {
			s.Sym = n.What // a function of which only the name is known
		}
		return p.draw(n, markCall, length(s, p.unit).d, t, s)
	}
	return p.draw(n, markCall, length(n.Time, p.unit).d, t, n.Time)
}

// heard are the deadlines but for the innermost levels, all but none if that is negative.
func (p pen) heard(levels int) []deadline {
	if levels < 0 || levels > len(p.deadlines) {
		return nil
	}
	return p.deadlines[:len(p.deadlines)-levels]
}

// beside draws what runs at the same time, or instead of each other: all from the same place, or in batches.
func (p pen) beside(n *callplan.Node, t time.Duration) time.Duration {
	end := t
	before := slices.Clone(p.deadlines)
	longest := time.Duration(0)
	if n.Kind == callplan.Par && batches(n) > 1 {
		for i := range n.Kids {
			longest = max(longest, measure(&n.Kids[i], p.unit).total().d)
		}
	}
	for i := range n.Kids {
		q := p
		q.deadlines = slices.Clone(before)
		start := t
		if longest > 0 {
			wait := min(scale(i/n.N.N, longest), q.left())
			q.spend(wait)
			start = plus(t, wait)
		}
		end = max(end, q.node(&n.Kids[i], start))
		for j := range p.deadlines {
			p.deadlines[j].left = min(p.deadlines[j].left, q.deadlines[j].left)
		}
	}
	if longest > 0 { // the last batch is as long as any, by the sum
		q := p
		q.deadlines = before
		all := min(scale(batches(n), longest), q.left())
		if rest := plus(t, all) - end; rest > 0 {
			p.spend(min(rest, p.left()))
			end += rest
		}
	}
	return end
}

// each draws the calls of one round above each other.
func (p pen) each(n *callplan.Node, t time.Duration) time.Duration {
	const seen = 4 // more would be too thin
	q := p
	items, loose := count(n.N)
	if n.Limit != (callplan.Count{}) {
		limit, alsoLoose := count(n.Limit)
		items, loose = min(items, limit), loose || alsoLoose
	}
	q.like.stack = max(q.like.stack, min(items, seen))
	q.like.assumed = q.like.assumed || loose
	r, looseRounds := rounds(n)
	c := callplan.Count{N: r}
	if looseRounds {
		c = callplan.Count{}
	}
	return q.times(n, c, r, callplan.Span{D: 1}, t)
}

func (p pen) repeat(n *callplan.Node, c callplan.Count, pause callplan.Span, t time.Duration) time.Duration {
	r, _ := count(c)
	return p.times(n, c, r, pause, t)
}

// times draws n's kid r times: the first rounds, the last one, and what is in between as one piece. A pause of a
// nanosecond or of nothing is none.
func (p pen) times(n *callplan.Node, c callplan.Count, r int, pause callplan.Span, t time.Duration) time.Duration {
	first, last := 5, 1
	switch {
	case p.deep == 1:
		first = 2
	case p.deep > 1:
		first, last = 1, 0
	}
	q := p
	q.deep++
	paused := pause != (callplan.Span{}) && pause.D != 1
	for i := 0; i < r; i++ {
		if i > 0 && c.N == 0 {
			p.loosen(t)
			q.like.assumed = true
		}
		if skip := r - i - last; i == first && skip > 0 {
			one := measure(&n.Kids[0], q.unit).total().d
			if paused {
				one = plus(one, length(pause, p.unit).d)
			}
			t = q.draw(n, markMore, scale(skip, one), t, callplan.Span{D: 1})
			i += skip - 1
			continue
		}
		q.like.ghost = p.like.ghost || n.Kind == callplan.Retry && i > 0
		if i > 0 && paused {
			t = q.draw(n, markPause, length(pause, p.unit).d, t, pause)
		}
		t = q.node(&n.Kids[0], t)
	}
	return t
}

// bounded draws what hears a deadline up to that.
func (p pen) bounded(n *callplan.Node, t time.Duration) time.Duration {
	kid := &n.Kids[0]
	heard := measure(kid, p.unit).level(0)
	limit := length(n.Time, p.unit).d
	if n.Time == (callplan.Span{}) || !n.Time.Known() && !heard.loose {
		return p.node(kid, t)
	}
	if !n.Time.Known() {
		p.loosen(t)
	}
	q := p
	q.deadlines = append(slices.Clone(p.deadlines), deadline{limit, n.Time.Known()})
	if heard.loose {
		q.unit = fit(kid, min(limit, q.left()))
		q.alone = n.Time.Known() && once(kid, q.unit)
	}
	x := q.like
	x.mark, x.from, x.to, x.assumed = markLimit, t, plus(t, limit), !n.Time.Known()
	p.pieces[id(n)] = append(p.pieces[id(n)], x)
	end := q.node(kid, t)
	if rest := q.left(); heard.loose && rest > 0 {
		q.spend(rest) // it is not known how often what is in it is done: all of the time may pass
		end = plus(end, rest)
	}
	copy(p.deadlines, q.deadlines)
	return end
}
