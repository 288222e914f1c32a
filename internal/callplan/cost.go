package callplan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Expr is a length of time as a sum that can be shown: 500ms + 3×(800ms+100ms).
type Expr struct {
	op   op
	d    time.Duration // for lit
	name string        // for sym; for times: the symbol that multiplies, "" for n
	n    int           // for times
	xs   []Expr
}

type op uint8

const (
	lit    op = iota // d
	sym              // name: a length that is not known, but is one
	open             // nothing bounds it
	sum              // xs[0] + xs[1] + …
	most             // the longest of xs
	times            // n × xs[0], or name × xs[0]
	atMost           // the shorter of xs[0] and xs[1]
)

// Lit is a known length.
func Lit(d time.Duration) Expr { return Expr{op: lit, d: d} }

// Sym is a length that has a name only.
func Sym(name string) Expr { return Expr{op: sym, name: name} }

// Open is the length of what nothing bounds.
func Open() Expr { return Expr{op: open} }

// Sum adds.
func Sum(xs ...Expr) Expr {
	var out []Expr
	for _, x := range xs {
		switch {
		case x.zero():
		case x.op == sum:
			out = append(out, x.xs...)
		default:
			out = append(out, x)
		}
	}
	return fold(sum, out)
}

// Most is the longest of xs.
func Most(xs ...Expr) Expr {
	var out []Expr
	longest := time.Duration(-1)
	for _, x := range xs {
		switch {
		case x.op == open:
			return x
		case x.zero():
		case x.op == lit:
			longest = max(longest, x.d)
		case x.op == most:
			out = append(out, x.xs...)
		case !slices.ContainsFunc(out, x.equal):
			out = append(out, x)
		}
	}
	// A known length is left out where a sum contains more: most(800ms, 800ms + n) is the latter.
	if longest > 0 && !slices.ContainsFunc(out, func(x Expr) bool { d, _ := x.Least(); return d >= longest }) {
		out = append(out, Lit(longest))
	}
	return fold(most, out)
}

// Times multiplies by a count.
func Times(c Count, x Expr) Expr {
	switch {
	case x.zero() || c.N == 1:
		return x
	case c.N > 1 && x.op == open:
		return x
	case c.N > 0:
		return Expr{op: times, n: c.N, xs: []Expr{x}}
	}
	return Expr{op: times, name: cmpOr(c.Sym, "n"), xs: []Expr{x}}
}

// AtMost is the shorter of x and limit.
func AtMost(x, limit Expr) Expr {
	switch {
	case x.zero() || limit.op == open:
		return x
	case !x.Bounded() || x.equal(limit):
		return limit
	}
	xd, xExact := x.Least()
	ld, lExact := limit.Least()
	switch {
	case lExact && xd >= ld:
		return limit
	case lExact && xExact:
		return x
	}
	return Expr{op: atMost, xs: []Expr{x, limit}}
}

func fold(o op, xs []Expr) Expr {
	switch len(xs) {
	case 0:
		return Expr{}
	case 1:
		return xs[0]
	}
	return Expr{op: o, xs: xs}
}

func (e Expr) zero() bool { return e.op == lit && e.d == 0 }

func (e Expr) equal(o Expr) bool {
	return e.op == o.op && e.d == o.d && e.name == o.name && e.n == o.n && slices.EqualFunc(e.xs, o.xs, Expr.equal)
}

// Least is the least that e may be: every symbol counts as nothing. exact says that there is no symbol, so that it is
// the value.
func (e Expr) Least() (d time.Duration, exact bool) {
	switch e.op {
	case lit:
		return e.d, true
	case sum, most:
		exact = true
		for _, x := range e.xs {
			xd, ok := x.Least()
			exact = exact && ok
			if e.op == sum {
				d += xd
			} else {
				d = max(d, xd)
			}
		}
		return d, exact
	case times:
		d, exact = e.xs[0].Least()
		if e.n == 0 {
			return 0, false // of no items, perhaps
		}
		return time.Duration(e.n) * d, exact
	case atMost:
		a, aok := e.xs[0].Least()
		b, bok := e.xs[1].Least()
		return min(a, b), aok && bok
	}
	return 0, false
}

// closed is e without what nothing bounds.
func (e Expr) closed() Expr {
	xs := make([]Expr, 0, len(e.xs))
	for _, x := range e.xs {
		xs = append(xs, x.closed())
	}
	switch e.op {
	case open:
		return Expr{}
	case sum:
		return Sum(xs...)
	case most:
		return Most(xs...)
	case times:
		if xs[0].zero() {
			return Expr{}
		}
	case atMost:
		if xs[0].zero() || xs[1].zero() {
			return Sum(xs...)
		}
	}
	e.xs = xs
	return e
}

// Bounded reports whether e, whatever its symbols stand for, comes to an end.
func (e Expr) Bounded() bool {
	switch e.op {
	case open:
		return false
	case atMost:
		return e.xs[0].Bounded() || e.xs[1].Bounded()
	}
	for _, x := range e.xs {
		if !x.Bounded() {
			return false
		}
	}
	return true
}

// String spells the sum: "500ms + 3×(800ms + 100ms)".
func (e Expr) String() string { return e.spell(0) }

// Level of an operator: what binds less than its surroundings gets brackets.
func (e Expr) spell(level int) string {
	switch e.op {
	case lit:
		return Short(e.d)
	case sym:
		return e.name
	case open:
		return "∞"
	case sum:
		s := join(e.xs, " + ")
		if level > 0 {
			return "(" + s + ")"
		}
		return s
	case most:
		return "max(" + join(e.xs, ", ") + ")"
	case atMost:
		return "min(" + join(e.xs, ", ") + ")"
	}
	n := e.name
	if e.n > 0 {
		n = strconv.Itoa(e.n)
	} else if strings.ContainsAny(n, " +*/-") {
		n = "(" + n + ")"
	}
	return n + "×" + e.xs[0].spell(1)
}

func join(xs []Expr, sep string) string {
	s := make([]string, len(xs))
	for i, x := range xs {
		s[i] = x.spell(0)
	}
	return strings.Join(s, sep)
}

// Total spells the sum with its value: "500ms + 800ms = 1.3s", or "500ms" alone.
func (e Expr) Total() string {
	s := e.String()
	d, exact := e.Least()
	switch {
	case exact && s == Short(d), !exact && d == 0, !e.Bounded():
		return s
	case exact:
		return s + " = " + Short(d)
	}
	return fmt.Sprintf("%s ≥ %s", s, Short(d))
}

// Short writes a duration without the zeros of time.Duration.String: 2m, not 2m0s.
func Short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
