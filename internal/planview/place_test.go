package planview

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// maker makes plans at random, always the same ones.
type maker struct {
	*rand.Rand
	unknown  bool // with unknown lengths, counts and limits
	free     bool // with calls that do not hear a deadline
	deadline bool // with deadlines
}

func (m *maker) span() callplan.Span {
	if m.unknown {
		switch m.IntN(4) {
		case 0:
			return callplan.Span{}
		case 1:
			return callplan.Span{Sym: "cfg.Timeout"}
		}
	}
	return callplan.Span{D: time.Duration(1+m.IntN(20)) * 50 * time.Millisecond}
}

func (m *maker) count() callplan.Count {
	if m.unknown && m.IntN(3) == 0 {
		return callplan.Count{Sym: "orders"}
	}
	return callplan.Count{N: 1 + m.IntN(9)}
}

func (m *maker) kids(depth int) (kids []callplan.Node) {
	for range 1 + m.IntN(3) {
		kids = append(kids, m.node(depth-1))
	}
	return kids
}

func (m *maker) node(depth int) callplan.Node {
	if depth == 0 || m.IntN(6) == 0 {
		return callplan.Node{Kind: callplan.Call, What: "http.Get", Time: m.span()}
	}
	one := func(n callplan.Node) callplan.Node {
		n.Kids = []callplan.Node{m.node(depth - 1)}
		return n
	}
	switch k := callplan.Kind(1 + m.IntN(int(callplan.Wait))); k {
	case callplan.Seq, callplan.Alt:
		return callplan.Node{Kind: k, Kids: m.kids(depth)}
	case callplan.Par:
		n := callplan.Node{Kind: k, Kids: m.kids(depth)}
		if m.IntN(3) == 0 {
			n.N.N = 1 + m.IntN(2)
		}
		return n
	case callplan.Each:
		n := callplan.Node{Kind: k, N: m.count()}
		if m.IntN(2) == 0 {
			n.Limit = m.count()
		}
		return one(n)
	case callplan.Loop:
		return one(callplan.Node{Kind: k, N: m.count()})
	case callplan.Retry:
		n := callplan.Node{Kind: k, N: m.count()}
		if m.IntN(2) == 0 {
			n.Time = m.span()
		}
		return one(n)
	case callplan.Bounded:
		if m.deadline {
			return one(callplan.Node{Kind: k, Time: m.span()})
		}
	case callplan.Free:
		if m.free {
			return one(callplan.Node{Kind: k, Levels: m.IntN(4) - 1})
		}
	case callplan.Async, callplan.Ref:
		return one(callplan.Node{Kind: k, What: "load"})
	case callplan.Wait:
		return callplan.Node{Kind: k, Time: m.span()}
	}
	return callplan.Node{Kind: callplan.Call, What: "http.Get", Time: m.span()}
}

// What is drawn ends where callplan's sum says.
func TestPictureEndsWhereTheSumSays(t *testing.T) {
	for name, m := range map[string]*maker{
		"known":                {},
		"known, deadlines":     {deadline: true},
		"known, all":           {deadline: true, free: true},
		"unknown":              {unknown: true},
		"unknown, deadlines":   {unknown: true, deadline: true},
		"unknown, all":         {unknown: true, deadline: true, free: true},
		"unknown, no deadline": {unknown: true, free: true},
	} {
		t.Run(name, func(t *testing.T) {
			m.Rand = rand.New(rand.NewPCG(7, uint64(len(name))))
			exact := 0
			for range 3000 {
				n := m.node(5)
				unit, _ := unitOf(&n, 0)
				p := place(numbered(&n), unit)
				total := measure(&n, unit).total()
				worst := n.Worst()
				least, isExact := worst.Least()
				if isExact {
					exact++
				}
				switch near := time.Microsecond; {
				case p.end > total.d+near:
					t.Fatalf("%s\nends after %v, and takes %v", n.String(), p.end, total.d)
				case p.end < total.d-near && !m.free && !m.deadline:
					t.Fatalf("%s\nends after %v, and takes %v", n.String(), p.end, total.d)
				case least > total.d+near:
					t.Fatalf("%s\nis drawn in %v, and takes at least %v", n.String(), total.d, least)
				case isExact && (total.loose || total.d != least):
					t.Fatalf("%s\ntakes %v (assumed: %v), and the sum is %s", n.String(), total.d, total.loose, worst.Total())
				case !total.loose && !worst.Bounded():
					t.Fatalf("%s\nis said to take %v, and has no limit", n.String(), total.d)
				}
				for i, list := range p.pieces {
					for _, x := range list {
						if x.from < 0 || x.to < x.from || !x.async && x.mark != markLimit && x.to > p.end {
							t.Fatalf("%s\nnode %d from %v to %v, the end is %v", n.String(), i, x.from, x.to, p.end)
						}
					}
				}
			}
			if exact < 100 {
				t.Errorf("only %d plans with an exact sum", exact)
			}
		})
	}
}

func ask(name string, d time.Duration) callplan.Node {
	return callplan.Node{Kind: callplan.Call, Name: name, What: "http.Get", Protocol: "http", At: "a.go:1", Time: callplan.Span{D: d}}
}

const ms = time.Millisecond

func TestPieces(t *testing.T) {
	unlimited, named := ask("x", 0), ask("x", 0)
	named.Time.Sym = "cfg.Timeout"
	of := func(k callplan.Kind, n callplan.Node, kids ...callplan.Node) callplan.Node {
		n.Kind, n.Kids = k, kids
		return n
	}
	for _, tt := range []struct {
		name string
		plan callplan.Node
		want string // the pieces in the order of the nodes
	}{
		{"one after the other", of(callplan.Seq, callplan.Node{}, ask("a", 100*ms), ask("b", 50*ms)), "0-100 100-150"},
		{"at the same time", of(callplan.Par, callplan.Node{}, ask("a", 100*ms), ask("b", 50*ms)), "0-100 0-50"},
		{"two at a time", of(callplan.Par, callplan.Node{N: callplan.Count{N: 2}}, ask("a", 100*ms), ask("b", 50*ms), ask("c", 20*ms)), "0-100 0-50 100-120"},
		{"rounds", of(callplan.Loop, callplan.Node{N: callplan.Count{N: 3}}, ask("a", 100*ms)), "0-100 100-200 200-300"},
		{"many rounds", of(callplan.Loop, callplan.Node{N: callplan.Count{N: 9}}, ask("a", 10*ms)), "50-80more 0-10 10-20 20-30 30-40 40-50 80-90"},
		{"so many rounds", of(callplan.Loop, callplan.Node{N: callplan.Count{Sym: "orders"}}, ask("a", 10*ms)), "0-10 10-20? 20-30?"},
		{"attempts", of(callplan.Retry, callplan.Node{N: callplan.Count{N: 2}, Time: callplan.Span{D: 30 * ms}}, ask("a", 10*ms)), "10-40pause,ghost 0-10 40-50ghost"},
		{"each", of(callplan.Each, callplan.Node{N: callplan.Count{N: 10}, Limit: callplan.Count{N: 5}}, ask("a", 10*ms)), "0-10×4 10-20×4"},
		{"a deadline cuts", of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 120 * ms}}, of(callplan.Seq, callplan.Node{}, ask("a", 100*ms), ask("b", 50*ms))), "0-120limit 0-100 100-120cut"},
		{"a deadline ends what has no limit", of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 120 * ms}}, unlimited), "0-120limit 0-120cut"},
		{"two share a deadline", of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 120 * ms}}, of(callplan.Seq, callplan.Node{}, unlimited, unlimited)), "0-120limit 0-60?,cut 60-120?,cut"},
		{"outside the deadline", of(callplan.Bounded, callplan.Node{Time: callplan.Span{D: 120 * ms}}, of(callplan.Seq, callplan.Node{}, ask("a", 100*ms), of(callplan.Free, callplan.Node{Levels: 1}, ask("b", 50*ms)))), "0-120limit 0-100 100-150"},
		{"no limit", of(callplan.Seq, callplan.Node{}, ask("a", 400*ms), unlimited), "0-400 400-450open,?"},
		{"a symbol", of(callplan.Seq, callplan.Node{}, ask("a", 400*ms), named), "0-400 400-450?"},
		{"not waited for", of(callplan.Seq, callplan.Node{}, of(callplan.Async, callplan.Node{}, ask("a", 400*ms)), ask("b", 50*ms)), "0-400async 0-50"},
		{"one of", of(callplan.Alt, callplan.Node{}, ask("a", 400*ms), ask("b", 50*ms)), "0-400 0-50"},
	} {
		n := numbered(&tt.plan)
		unit, _ := unitOf(n, 0)
		p := place(n, unit)
		got := ""
		n.Each(func(k *callplan.Node) bool {
			for _, x := range p.pieces[id(k)] {
				got += " " + spell(x)
			}
			return true
		})
		if got != " "+tt.want {
			t.Errorf("%s:\n got%s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func spell(x piece) string {
	s := fmt.Sprintf("%d-%d", x.from.Round(ms)/ms, x.to.Round(ms)/ms)
	if x.stack > 1 {
		s += fmt.Sprintf("×%d", x.stack)
	}
	sep := ""
	for _, f := range []struct {
		yes  bool
		word string
	}{{x.mark == markPause, "pause"}, {x.mark == markLimit, "limit"}, {x.mark == markMore, "more"}, {x.ghost, "ghost"}, {x.open, "open"}, {x.assumed, "?"}, {x.cut, "cut"}, {x.async, "async"}} {
		if f.yes {
			s += sep + f.word
			sep = ","
		}
	}
	return s
}

// Sums that no clock counts do not run over.
func TestHugePlans(t *testing.T) {
	n := ask("a", 1<<61)
	for range 20 {
		n = callplan.Node{Kind: callplan.Loop, N: callplan.Count{N: 1000}, Kids: []callplan.Node{n}}
	}
	p := place(numbered(&n), time.Second)
	if p.end <= 0 {
		t.Errorf("it ends after %v", p.end)
	}
}
