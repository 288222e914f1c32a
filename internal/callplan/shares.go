package callplan

import (
	"strconv"
	"time"
)

// shares splits what a part costs by the deadlines that it hears: at[0] hears the innermost around it, at[1] only those
// further out than that, and so on; deaf hears none.
type shares struct {
	at   []Expr
	deaf Expr
}

// Worst is the longest that n may take, as far as it is known. A call that nothing bounds makes it Open.
func (n *Node) Worst() Expr {
	s := n.shares()
	return Sum(append(s.at, s.deaf)...)
}

func (n *Node) shares() shares {
	switch n.Kind {
	case Seq:
		return n.join(Sum)
	case Alt:
		return n.join(Most)
	case Par:
		s := n.join(Most)
		if k := len(n.Kids); n.N.N > 0 && k > n.N.N {
			return s.each(func(x Expr) Expr { return Times(Count{N: (k + n.N.N - 1) / n.N.N}, x) })
		}
		return s
	case Each:
		s, rounds := n.Kids[0].shares(), n.rounds()
		return s.each(func(x Expr) Expr { return Times(rounds, x) })
	case Loop:
		return n.Kids[0].shares().each(func(x Expr) Expr { return Times(n.N, x) })
	case Retry:
		return n.retries()
	case Bounded:
		return n.bounded()
	case Free:
		return n.Kids[0].shares().free(n.Levels)
	case Async:
		return shares{}
	case Wait:
		return shares{at: []Expr{n.Time.expr()}}
	case If:
		return n.Kids[0].shares()
	case Ref:
		if len(n.Kids) > 0 {
			return n.Kids[0].shares()
		}
		if n.Time != (Span{}) {
			return shares{at: []Expr{n.Time.expr()}}
		}
		return shares{at: []Expr{Sym(n.What)}}
	}
	return shares{at: []Expr{n.Time.expr()}}
}

func (s Span) expr() Expr {
	switch {
	case s.D > 0:
		return Lit(s.D)
	case s.Sym != "":
		return Sym(s.Sym)
	}
	return Open()
}

// rounds is how many times a limited Each has to wait for all of its places.
func (n *Node) rounds() Count {
	switch {
	case n.Limit == (Count{}):
		return Count{N: 1}
	case n.Limit.N > 0 && n.N.N > 0:
		return Count{N: (n.N.N + n.Limit.N - 1) / n.Limit.N}
	}
	return Count{Sym: "⌈" + n.N.String() + "/" + n.Limit.String() + "⌉"}
}

// retries adds the pauses between the attempts. Those hear what the attempts hear.
func (n *Node) retries() shares {
	s := n.Kids[0].shares().each(func(x Expr) Expr { return Times(n.N, x) })
	if n.Time == (Span{}) {
		return s
	}
	pauses := Count{N: n.N.N - 1}
	if n.N.N == 0 {
		pauses = Count{Sym: n.N.String()}
	}
	if pauses.N == 0 && pauses.Sym == "" {
		return s
	}
	return shares{at: []Expr{Times(pauses, n.Time.expr())}}.zip(s, Sum)
}

// bounded: what hears the deadline takes at most that; what does not hear it comes on top.
func (n *Node) bounded() shares {
	s := n.Kids[0].shares()
	if len(s.at) == 0 {
		return s
	}
	limit := n.Time.expr()
	out := shares{at: []Expr{AtMost(s.at[0], limit)}, deaf: s.deaf}
	for i, x := range s.at[1:] {
		if i == 0 {
			out.at[0] = Sum(out.at[0], x)
		} else {
			out.at = append(out.at, x)
		}
	}
	return out
}

func (s shares) free(levels int) shares {
	if levels < 0 {
		return shares{deaf: Sum(append(s.at, s.deaf)...)}
	}
	return shares{at: append(make([]Expr, levels), s.at...), deaf: s.deaf}
}

func (s shares) each(f func(Expr) Expr) shares {
	out := shares{deaf: f(s.deaf), at: make([]Expr, len(s.at))}
	for i, x := range s.at {
		out.at[i] = f(x)
	}
	return out
}

func (s shares) zip(o shares, f func(...Expr) Expr) shares {
	out := shares{deaf: f(s.deaf, o.deaf), at: make([]Expr, max(len(s.at), len(o.at)))}
	for i := range out.at {
		out.at[i] = f(s.level(i), o.level(i))
	}
	return out
}

func (s shares) level(i int) Expr {
	if i < len(s.at) {
		return s.at[i]
	}
	return Expr{}
}

// join adds up, or compares, what the parts cost at each level: all parts in one step, since a part may be one of
// thousands.
func (n *Node) join(f func(...Expr) Expr) (out shares) {
	kids, levels := make([]shares, len(n.Kids)), 0
	for i := range n.Kids {
		kids[i] = n.Kids[i].shares()
		levels = max(levels, len(kids[i].at))
	}
	xs := make([]Expr, len(kids))
	for l := range levels {
		for i, k := range kids {
			xs[i] = k.level(l)
		}
		out.at = append(out.at, f(xs...))
	}
	for i, k := range kids {
		xs[i] = k.deaf
	}
	out.deaf = f(xs...)
	return out
}

// String is the number, or the name of what it counts.
func (c Count) String() string {
	if c.N > 0 {
		return strconv.Itoa(c.N)
	}
	return cmpOr(c.Sym, "n")
}

// Usual is how long n takes where every call takes what the contract expects of it, none is repeated, and nothing is
// done that only a condition asks for; ok is false where that is not known of all calls.
func (n *Node) Usual() (d time.Duration, ok bool) {
	switch n.Kind {
	case Call:
		return n.Expected, n.Expected > 0
	case Wait:
		return 0, n.What == ""
	case Async, If:
		return 0, true
	case Loop, Each:
		d, ok = n.Kids[0].Usual()
		if n.Kind == Loop {
			return d * time.Duration(n.N.N), ok && n.N.N > 0
		}
		return d * time.Duration(n.rounds().N), ok && n.rounds().N > 0
	case Bounded, Ref:
		if n.Expected > 0 {
			return n.Expected, true
		}
	}
	ok = len(n.Kids) > 0
	for i := range n.Kids {
		k, known := n.Kids[i].Usual()
		ok = ok && known
		if n.Kind == Par || n.Kind == Alt {
			d = max(d, k)
		} else {
			d += k
		}
	}
	return d, ok
}
