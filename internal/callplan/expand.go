package callplan

import (
	"path/filepath"
	"slices"
)

const (
	// maxExpanded bounds one plan: what is reached by more than so many steps stays a reference.
	maxExpanded = 4000
	// maxImplementations is how many types may stand behind an interface of which nothing in sight says that it is
	// remote: what so many implement is a plug, and one of them says nothing about the others.
	maxImplementations = 5
)

// expansion follows the references of one plan through the whole program. A place in it is a path: a plan by itself has
// the names of files only, which suffices in a package and keeps facts small.
type expansion struct {
	p      *Program
	stack  []string
	frames []frame
	left   int
}

// frame is a call of a function that is given others.
type frame struct {
	fills []fill
	used  []bool
	dir   string // of the caller, whose the fills are
}

// node is what n comes to; false where it reaches nothing.
func (e *expansion) node(n Node, dir string) (Node, bool) {
	if n.At != "" {
		n.At = filepath.Join(dir, n.At)
	}
	if n.Kind == Ref {
		return e.ref(n, dir)
	}
	e.left--
	if len(n.Kids) == 0 {
		return n, true
	}
	var kids []Node
	for _, k := range n.Kids {
		if k, ok := e.node(k, dir); ok {
			kids = append(kids, k)
		}
	}
	switch {
	case n.Kind == Seq:
		return seq(kids)
	case len(kids) > 0:
	case n.Kind == Bounded && n.Name != "": // the runtime makes the call, whatever it is
		kids = []Node{{Kind: Call, At: n.At, What: n.Name, Likely: true}}
	default:
		return Node{}, false
	}
	if len(kids) == 1 && n.Kind == Par {
		return kids[0], true
	}
	if len(kids) == 1 && n.Kind == Alt {
		return n.left(kids[0]), true
	}
	n.Kids, n.hint = kids, hint{}
	return n, true
}

// left is the only alternative of n that reaches anything.
func (n *Node) left(k Node) Node {
	switch {
	case k.Kind == If && n.hint.alone:
		return k.Kids[0]
	case k.Kind == If:
		k.Ends = false
	case n.hint.miss != "":
		return Node{Kind: If, At: n.At, What: n.hint.miss, Kids: []Node{k}}
	}
	return k
}

func (e *expansion) ref(n Node, dir string) (Node, bool) {
	if n.hint.hole > 0 {
		return e.filled(n.hint.hole)
	}
	h := n.hint
	n.hint = hint{}
	call := frame{h.fills, make([]bool, len(h.fills)), dir}
	leads := e.p.leads(&n)
	follow := !h.soft || (leads || len(h.fills) > 0) && e.few(&n)
	if follow || leads || h.guess {
		e.left--
		e.p.name(&n)
	}
	if follow && e.left >= 0 {
		e.frames = append(e.frames, call)
		n.Kids = e.behind(&n)
		e.frames = e.frames[:len(e.frames)-1]
	}
	ok := len(n.Kids) > 0
	switch {
	case ok:
		n.Likely = false
	case h.guess:
		n.Kind, n.Key, n.Abstract, ok = Call, "", false, true
	case !h.soft, leads && (!follow || e.left < 0):
		ok = true
	}
	var all []Node
	if ok {
		all = append(all, n)
	}
	for i, f := range call.fills {
		if !call.used[i] && f.runs {
			if k, ok := e.node(f.node, dir); ok {
				all = append(all, k)
			}
		}
	}
	return seq(all)
}

// few: there are not too many types behind a reference.
func (e *expansion) few(ref *Node) bool {
	return !ref.Abstract || len(e.p.reached(ref)) <= maxImplementations
}

// filled is what a parameter that is called does, where its caller says.
func (e *expansion) filled(hole int) (Node, bool) {
	if len(e.frames) == 0 {
		return Node{}, false
	}
	frames := e.frames
	top := frames[len(frames)-1]
	i := slices.IndexFunc(top.fills, func(f fill) bool { return f.hole == hole })
	if i < 0 {
		return Node{}, false
	}
	top.used[i] = true
	e.frames = frames[:len(frames)-1]
	defer func() { e.frames = frames }()
	return e.node(top.fills[i].node, top.dir)
}

// behind is the plan of what a reference calls: one of several, where an interface has several implementations.
func (e *expansion) behind(ref *Node) []Node {
	var kids []Node
	for _, key := range e.p.keys(ref) {
		plan := e.p.plans[key]
		if plan == nil || slices.Contains(e.stack, key) || len(e.stack) > 24 {
			continue
		}
		e.stack = append(e.stack, key)
		if k, ok := e.node(*plan, e.p.dirs[key]); ok {
			kids = append(kids, ref.bound(k))
		}
		e.stack = e.stack[:len(e.stack)-1]
	}
	if len(kids) > 1 {
		return []Node{{Kind: Alt, At: ref.At, Kids: kids}}
	}
	return kids
}

// keys are those of the functions that a reference may call.
func (p *Program) keys(ref *Node) []string {
	if ref.Abstract {
		return p.implementations(ref.Key)
	}
	return []string{ref.Key}
}

// reached are those of them that call something.
func (p *Program) reached(ref *Node) (out []string) {
	for _, key := range p.keys(ref) {
		if p.reaching[key] {
			out = append(out, key)
		}
	}
	return out
}

func (p *Program) leads(ref *Node) bool {
	return slices.ContainsFunc(p.keys(ref), func(key string) bool { return p.reaching[key] })
}

// reach finds the plans that call something, themselves or by what they refer to.
func (p *Program) reach() {
	p.reaching = map[string]bool{}
	callers := map[string][]string{}
	var found []string
	for key, n := range p.plans {
		calls := false
		n.all(func(k *Node) {
			switch {
			case k.Kind == Call || k.Kind == Wait && k.What != "" || k.Kind == Ref && (!k.hint.soft || k.hint.guess):
				calls = true
			case k.Kind == Ref && k.hint.hole == 0:
				for _, to := range p.keys(k) {
					callers[to] = append(callers[to], key)
				}
			}
		})
		if calls {
			found = append(found, key)
		}
	}
	for len(found) > 0 {
		key := found[len(found)-1]
		found = found[:len(found)-1]
		if !p.reaching[key] {
			p.reaching[key] = true
			found = append(found, callers[key]...)
		}
	}
}

// all calls f for n and everything below it, and for the functions that calls are given.
func (n *Node) all(f func(*Node)) {
	n.Each(func(k *Node) bool {
		f(k)
		for i := range k.hint.fills {
			k.hint.fills[i].node.all(f)
		}
		return true
	})
}
