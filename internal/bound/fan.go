package bound

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Fan is a loop, or a nest of loops, that starts as many goroutines as there are items, each of which calls downstream.
type Fan struct {
	Start ast.Node // the outermost statement that starts goroutines: *ast.GoStmt or *ast.CallExpr
	Inner []ast.Node
	Func  *syntax.Func
	Loop  ast.Node // the outermost loop around Start; nil where a helper loops over Items
	Trips []Trip   // the loops of unknown length, outermost first
	Calls []*downstream.Call
	// Configured: the program's own configuration lists all the items.
	Configured bool
	// Likely: all of Calls are only probably remote.
	Likely bool
	// Inside: the goroutines are without limit, but a slot is taken before each call.
	Inside bool
	Paced  bool          // for Inside: what is taken is a turn of a rate limiter
	Callee string        // the called function that starts the goroutine; "" where Start does
	Place  string        // where Callee starts it: "handler.go:347"
	Group  ast.Expr      // g of g.Go; nil for go statements
	Body   *syntax.Func  // the function literal that runs; nil for anything else
	Call   *ast.CallExpr // the call that starts, or that a go statement runs
}

// loop is one loop around a start.
type loop struct {
	node  ast.Node
	items ast.Expr // of a range statement, or of a helper that loops
	trip  Trip
}

// loops lists the loops around a node in its own goroutine, innermost first: out to the function, through literals that
// run at once or that a helper calls for each element.
func (m *model) loops(n ast.Node, f *syntax.Func) (out []loop) {
	start := n
	for n = m.syn.Parent(n); n != nil; n = m.syn.Parent(n) {
		switch x := n.(type) {
		case *ast.RangeStmt:
			if x.Body.Pos() <= start.Pos() {
				if m.once(start, x) || m.waitsIn(x.Body, start) || m.drained(x.Body, start) {
					return out
				}
				out = append(out, loop{x, x.X, m.replaced(m.trip(x), x.X, start)})
			}
		case *ast.ForStmt:
			if x.Body.Pos() <= start.Pos() {
				if m.once(start, x) || m.waitsIn(x.Body, start) || m.drained(x.Body, start) {
					return out
				}
				out = append(out, loop{x, nil, m.tripAt(x, start)})
			}
		case *ast.FuncDecl:
			return out
		case *ast.FuncLit:
			l, ok := m.around(x)
			if !ok {
				return out
			}
			if l.node != nil {
				out = append(out, l)
			}
		}
	}
	return out
}

// around: the literal runs where it stands: called at once, or by a helper once for each element.
func (m *model) around(lit *ast.FuncLit) (loop, bool) {
	call, ok := m.syn.Parent(lit).(*ast.CallExpr)
	if !ok {
		return loop{}, false
	}
	if call.Fun == lit {
		_, isGo := m.syn.Parent(call).(*ast.GoStmt)
		return loop{}, !isGo
	}
	t := m.syn.Target(call)
	at := slices.Index(call.Args, ast.Expr(lit))
	if k := lookup(serial, t.Fn); k != nil && k.fn == at {
		if k.items < 0 {
			return loop{call, t.Recv, Trip{Of: "the entries of " + spell(t.Recv)}}, true
		}
		return loop{call, call.Args[k.items], m.size(call.Args[k.items])}, true
	}
	for _, s := range m.about(t).Starts {
		if s.Serial && s.Fn == at && s.Items >= 0 && s.Items < len(call.Args) {
			return loop{call, call.Args[s.Items], m.size(call.Args[s.Items])}, true
		}
	}
	return loop{}, false
}

// once: the loop is left right after the start.
func (m *model) once(start, l ast.Node) bool {
	for n := start; n != nil && n != l; n = m.syn.Parent(n) {
		b, ok := m.syn.Parent(n).(*ast.BlockStmt)
		if !ok || m.syn.Parent(b) == l && !syntax.Leaves(b) {
			continue
		}
		switch last := b.List[len(b.List)-1].(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.BranchStmt:
			return last.Tok == token.BREAK && last.Label == nil
		}
	}
	return false
}

// waitsIn: the loop's body waits for what it has started before the next round.
//
//	for batch := range slices.Chunk(ids, 10) { for _, id := range batch { go … }; wg.Wait() }
func (m *model) waitsIn(body *ast.BlockStmt, start ast.Node) (found bool) {
	m.walkFlat(body, func(n ast.Node) {
		if n.Pos() <= start.End() && n.Pos() >= start.Pos() {
			return
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Wait" && (syntax.Is(m.info.TypeOf(sel.X), "sync", "WaitGroup") || isGroup(m.info.TypeOf(sel.X))) {
				found = true
			}
		case *ast.UnaryExpr: // one result received per round, after the start
			if n.Op == token.ARROW && n.Pos() > start.End() {
				if v := m.syn.VarOf(n.X); v != nil && m.sendsTo(start, v) {
					found = true
				}
			}
		case *ast.RangeStmt:
			if v := m.syn.VarOf(n.X); v != nil && n.Pos() > start.End() && m.sendsTo(start, v) {
				if _, ok := v.Type().Underlying().(*types.Chan); ok {
					found = true
				}
			}
		}
	})
	return found
}

func (m *model) sendsTo(start ast.Node, v *types.Var) (found bool) {
	m.syn.Inspect(start, func(n ast.Node) bool {
		if s, ok := n.(*ast.SendStmt); ok {
			found = found || m.same(s.Chan, v)
		}
		if c, ok := n.(*ast.CallExpr); ok {
			if isBuiltin(m.info, c, "close") {
				found = found || m.same(c.Args[0], v)
				return !found
			}
			for _, a := range c.Args {
				found = found || m.same(a, v)
			}
		}
		return !found
	})
	return found
}

// fans puts the starts together that belong to one loop.
func (m *model) fans() (out []Fan) {
	var all []Fan
	for _, s := range m.starts {
		if f, ok := m.fan(s); ok {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Fan) int { return cmp.Compare(a.Start.Pos(), b.Start.Pos()) })
	for _, f := range all {
		i := slices.IndexFunc(out, func(o Fan) bool {
			return o.Start.Pos() <= f.Start.Pos() && f.Start.End() <= o.Start.End() || o.Loop != nil && o.Loop == f.Loop
		})
		switch {
		case i < 0:
			out = append(out, f)
		case out[i].Likely && !f.Likely || out[i].Inside && !f.Inside && out[i].Likely == f.Likely:
			f.Inner = append(f.Inner, out[i].Start)
			out[i] = f
		case out[i].Start != f.Start:
			out[i].Inner = append(out[i].Inner, f.Start)
		}
	}
	return out
}

func (m *model) fan(s *start) (Fan, bool) {
	f := Fan{Start: s.node, Func: s.in, Group: s.group, Call: s.call, Configured: true}
	if len(s.runs) == 1 && s.runs[0].Func != nil && s.runs[0].Func.Outer != nil {
		f.Body = s.runs[0].Func
	}
	for _, l := range m.loops(s.node, s.in) {
		f.Loop = l.node
		if l.trip.Kind == Accept || l.trip.Kind == Ticker || l.trip.Kind == Endless {
			break // what runs for ever is no collection; what it starts per round is limited by the loops inside
		}
		if l.trip.Kind == Unknown {
			f.Trips = append(f.Trips, l.trip)
			f.Configured = f.Configured && m.fromConfig(l.items, 0)
		}
	}
	slices.Reverse(f.Trips)
	if s.items != nil {
		if t := m.size(s.items); t.Kind == Unknown {
			f.Trips = append(f.Trips, t)
			f.Configured = f.Configured && m.fromConfig(s.items, 0)
		}
	}
	if len(f.Trips) == 0 || s.in.Test || m.shutdown(s) || m.foreverStart(s) || m.depthGuarded(s) {
		return f, false
	}
	f.Calls = slices.DeleteFunc(m.callsOf(s), m.endlessCall)
	if len(f.Calls) == 0 {
		return f, false
	}
	f.Likely = m.onlyLikely(f.Calls)
	if !f.Likely {
		f.Calls = slices.DeleteFunc(f.Calls, func(c *downstream.Call) bool { return m.likely[c] })
	}
	l := m.limit(s)
	f.Inside, f.Paced = l.Inside, l.Paced
	if s.alone {
		f.Callee, f.Place = f.Calls[0].Name(), m.about(s.runs[0].Target).Lone.At
		if s.runs[0].Fn == nil {
			f.Callee = spell(s.call.Fun)
		}
	}
	return f, !l.Doubt && (l.How == "" || l.Inside)
}

// endlessCall: streams and what serves until told are no calls that end.
func (m *model) endlessCall(c *downstream.Call) bool {
	return c.Sink != nil && c.Sink.Stream
}

func (m *model) foreverStart(s *start) bool {
	for _, r := range s.runs {
		if m.about(r.Target).Forever || r.Func == nil && m.servesByName(r.Fn) {
			return true
		}
	}
	return false
}

// shutdown: what stops is started once for each thing that runs.
func (m *model) shutdown(s *start) bool {
	stops := func(name string) bool {
		words := syntax.Words(name)
		if len(words) == 0 {
			return false
		}
		switch words[0] {
		case "shutdown", "stop", "close", "drain", "teardown", "terminate":
			return true
		}
		return false
	}
	if stops(s.in.Name()) {
		return true
	}
	for _, r := range s.runs {
		if r.Fn != nil && stops(r.Fn.Name()) {
			return true
		}
	}
	return false
}

// depthGuarded: the function starts itself again, and a parameter says how deep.
func (m *model) depthGuarded(s *start) bool {
	root := s.in.Root()
	if root.Obj == nil || root.Sig == nil {
		return false
	}
	itself := false
	m.syn.Inspect(s.node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			itself = itself || m.syn.Target(c).Func == root
		}
		return !itself
	})
	guarded := false
	root.Params(func(_ int, v *types.Var) bool {
		guarded = guarded || isInt(v.Type()) && strings.Contains(strings.ToLower(v.Name()), "depth")
		return true
	})
	return itself && guarded
}

// returnsSmall: every return of f gives a bounded collection, or number, first.
func (m *model) returnsSmall(f *syntax.Func) string {
	if f.Obj == nil || f.Sig.Results().Len() == 0 || f.Sig.Results().Len() > 2 || f.Sig.Results().At(0).Name() != "" {
		return ""
	}
	switch f.Sig.Results().At(0).Type().Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return ""
	}
	small, literal := true, false
	m.walkFlat(f.Body, func(n ast.Node) {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || !small {
			return
		}
		if len(r.Results) != f.Sig.Results().Len() {
			small = false
			return
		}
		if id, ok := unparen(r.Results[0]).(*ast.Ident); ok && id.Name == "nil" {
			return
		}
		t := m.size(r.Results[0])
		small, literal = small && t.Limited(), literal || t.Limited()
	})
	if small && literal {
		return f.Obj.Name() + " returns a few"
	}
	return ""
}

// exportVars tells importers which exported collections are literals that nothing here adds to.
func (m *model) exportVars() {
	scope := m.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		switch v.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
		default:
			continue
		}
		if m.small(v) {
			m.pass.ExportObjectFact(v, &Small{name + " is a literal"})
		}
	}
}

func (m *model) small(v *types.Var) bool {
	defs := m.syn.All(v)
	if len(defs) == 0 || m.filled(v) {
		return false
	}
	for _, d := range defs {
		if d.Kind != syntax.Assigned || !m.sizeOfDef(v, d).Limited() {
			return false
		}
	}
	return true
}
