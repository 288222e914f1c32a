package callplan

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Plan is the fact of a function that reaches a downstream.
type Plan struct{ Node Node }

func (*Plan) AFact() {}
func (p *Plan) String() string {
	return fmt.Sprintf("plan(%d calls, worst %s)", p.Node.Calls(), p.Node.Worst())
}

// maxNodes bounds a fact, and what one call adds to a plan: beyond it a call stays a Ref.
const maxNodes = 24

func (m *model) export() {
	for _, f := range m.Funcs {
		if f.Obj == nil || f.Test || f.Outer != nil {
			continue
		}
		if n := m.expand(f); n != nil {
			m.pass.ExportObjectFact(f.Obj, &Plan{packed(*n)})
		}
	}
}

// maxWhole is how many nodes the called functions may add to a plan: plans share what they have in common, so that a
// few functions which call each other twice would make a tree that nobody can walk.
const maxWhole = 400

// packed is the plan as other packages need it, who reckon with its times and names: without the places and what is told
// to people, and no larger than about maxNodes.
func packed(n Node) Node {
	if n.size() > maxWhole { // of one function: what it calls adds no more than that
		n = trim(n, maxWhole)
	}
	if small := slim(n); small.size() <= maxNodes {
		return small
	}
	return slim(trim(n, maxNodes))
}

func slim(n Node) Node {
	if n.Kind == Ref && len(n.Kids) == 1 && n.Name == "" {
		return slim(n.Kids[0])
	}
	out := Node{Kind: n.Kind, N: n.N, Limit: n.Limit, Time: n.Time, Levels: n.Levels, Name: n.Name, Class: n.Class, Expected: n.Expected}
	if !strings.HasPrefix(n.Time.Why, byArgument) {
		out.Time.Why = ""
	}
	if n.Kind == Ref && len(n.Kids) == 0 && n.Time == (Span{}) {
		out.What = n.What
		if n.Abstract { // a package that sees the implementation goes on with it
			out.Key, out.Abstract = n.Key, true
		}
	}
	for _, k := range n.Kids {
		out.Kids = append(out.Kids, slim(k))
	}
	if n.Kind == Seq {
		out, _ = seq(out.Kids)
	}
	return out
}

// expand puts the plans of what f calls into f's.
func (m *model) expand(f *syntax.Func) *Node {
	if n, ok := m.whole[f]; ok {
		return n
	}
	m.whole[f] = nil // in a circle: a Ref that stays one
	n := m.plans[f]
	if n == nil {
		return nil
	}
	left := maxWhole
	out := Expand(*n, func(ref *Node) *Node { return m.within(&left, m.lookup(ref)) })
	m.whole[f] = &out
	return &out
}

// within takes a plan out of what is left: where that is too little, only the time that it may take.
func (m *model) within(left *int, n *Node) *Node {
	if n == nil {
		return nil
	}
	size, ok := m.sizes[n]
	if !ok {
		size = n.size()
		m.sizes[n] = size
	}
	if *left -= size; *left >= 0 {
		return n
	}
	short, ok := m.short[n]
	if !ok {
		short = &Node{Kind: Ref, At: n.At, What: fmt.Sprintf("%d calls", n.Calls()), Time: spanOf(n.Worst())}
		m.short[n] = short
	}
	return short
}

// lookup finds the plan behind a reference: of a function here, by a fact, or of the one implementation in sight.
func (m *model) lookup(ref *Node) *Node {
	fn := m.funcOf[ref.Key]
	if ref.Abstract {
		impls := m.impls[ref.Key]
		if len(impls) != 1 {
			return nil
		}
		fn = impls[0]
	}
	if fn == nil {
		return nil
	}
	if f := m.Decl(fn); f != nil {
		return m.expand(f)
	}
	if fn.Pkg() == nil || fn.Pkg() == m.pass.Pkg {
		return nil
	}
	n, ok := m.facts[fn]
	if !ok {
		if fact := new(Plan); m.pass.ImportObjectFact(fn, fact) {
			n = &fact.Node
		}
		m.facts[fn] = n
	}
	return n
}

// Expand puts the plans that lookup finds below the references of n. What lookup does not know stays a reference.
func Expand(n Node, lookup func(*Node) *Node) Node {
	if n.Kind == Ref && len(n.Kids) == 0 {
		if inner := lookup(&n); inner != nil {
			n.Kids = []Node{n.bound(*inner)}
		}
		return n
	}
	kids := make([]Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = Expand(k, lookup)
	}
	n.Kids = kids
	return n
}

// trim cuts a tree to about max nodes: references lose what is below them, the largest first by depth, and keep the
// worst that it may take.
func trim(n Node, most int) Node {
	for depth := 6; depth > 0 && n.size() > most; depth-- {
		n = n.cut(depth)
	}
	if n.size() <= most {
		return n
	}
	return Node{Kind: Ref, At: n.At, What: fmt.Sprintf("%d calls", n.Calls()), Time: spanOf(n.Worst())}
}

func (n *Node) size() int {
	size := 1
	for i := range n.Kids {
		size += n.Kids[i].size()
	}
	return size
}

// cut drops what lies more than depth references deep.
func (n Node) cut(depth int) Node {
	if n.Kind == Ref {
		if depth--; depth <= 0 && len(n.Kids) > 0 {
			n.Time, n.Kids = spanOf(n.Worst()), nil
			return n
		}
	}
	kids := make([]Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = k.cut(depth)
	}
	n.Kids = kids
	return n
}

// spanOf keeps of a sum what a fact can hold.
func spanOf(e Expr) Span {
	if d, exact := e.Least(); exact {
		return Span{D: d}
	}
	if !e.Bounded() {
		return Span{}
	}
	s := e.String()
	if len(s) > 60 {
		s = "…"
	}
	return Span{Sym: s}
}

// remember notes which function a reference names.
func (m *model) remember(fn *types.Func) {
	if fn != nil {
		m.funcOf[downstream.Key(fn)] = fn
	}
}
