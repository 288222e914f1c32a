package bound

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Limit is what keeps the goroutines of a start, or the calls that they make, few.
type Limit struct {
	How    string // "" for none: "g.SetLimit(8)", "slots"
	Inside bool   // it limits the calls: goroutines pile up all the same
	Paced  bool   // for Inside: it is a rate limiter
	Doubt  bool   // the group comes from out of sight
}

func (m *model) limit(s *start) Limit {
	if s.group != nil {
		if l := m.groupLimit(s); l.How != "" || l.Doubt {
			return l
		}
	}
	if how := m.slotBefore(s); how != "" {
		return Limit{How: how}
	}
	if m.pacedBefore(s) {
		return Limit{How: "a rate limiter", Inside: true, Paced: true}
	}
	for _, r := range s.runs {
		about := m.about(r.Target)
		if s.alone {
			about = &Does{Slot: about.Lone.Slot, Rate: about.Lone.Paced}
		}
		if about.Slot || !s.alone && r.Func != nil && r.Func.Outer != nil && m.slotInCallees(r.Func) {
			return Limit{How: "a slot", Inside: true}
		}
		if about.Rate {
			return Limit{How: "a rate limiter", Inside: true, Paced: true}
		}
	}
	return Limit{}
}

// slotInCallees: every downstream call of the literal goes through a function that takes a slot first.
func (m *model) slotInCallees(f *syntax.Func) bool {
	calls := m.literalCalls(f, 0)
	for _, c := range calls {
		if c.Sink != nil || !m.about(c.Target).Slot {
			return false
		}
	}
	return len(calls) > 0
}

// groupLimit looks for the call that limits the group: on the same variable or field, in the chain of calls that made
// it, or in the function that returned it.
func (m *model) groupLimit(s *start) Limit {
	v := m.syn.VarOf(s.group)
	if v == nil || s.kind == nil || s.kind.limits == "" {
		return Limit{}
	}
	for _, call := range m.methods[v.Origin()] {
		if how := m.limiting(call, s.kind.limits); how != "" {
			return Limit{How: how}
		}
	}
	for _, d := range m.syn.All(v) {
		if l := m.groupDef(s, v, d); l.How != "" || l.Doubt {
			return l
		}
	}
	return Limit{}
}

// limiting: call is g.SetLimit(n), and n is neither negative nor as large as the collection.
func (m *model) limiting(call *ast.CallExpr, names string) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !hasName(names, sel.Sel.Name) || len(call.Args) == 0 {
		return ""
	}
	arg := unparen(call.Args[0])
	if t := m.size(arg); t.Kind == Constant && t.N < 0 {
		return ""
	}
	if c, ok := arg.(*ast.CallExpr); ok && isBuiltin(m.info, c, "len") && !m.size(c).Limited() {
		return ""
	}
	return spell(call)
}

func (m *model) groupDef(s *start, v *types.Var, d *syntax.Def) Limit {
	switch d.Kind {
	case syntax.Param:
		return m.groupParam(s, v, d)
	case syntax.Assigned:
		call, ok := unparen(d.Rhs).(*ast.CallExpr)
		if !ok {
			if w := m.syn.VarOf(d.Rhs); w != nil && w != v {
				return Limit{Doubt: true}
			}
			return Limit{}
		}
		how := ""
		m.syn.Inspect(call, func(n ast.Node) bool { // pool.New().WithMaxGoroutines(8).WithErrors()
			if c, ok := n.(*ast.CallExpr); ok && how == "" {
				how = m.limiting(c, s.kind.limits)
			}
			return how == ""
		})
		if how != "" {
			return Limit{How: how}
		}
		t := m.syn.Target(call)
		if g := m.about(t).Group; g != "" {
			return Limit{How: g}
		}
		if t.Fn != nil && t.Func == nil && t.Fn.Pkg() != nil && t.Fn.Pkg().Path() != s.kind.pkg {
			return Limit{Doubt: true}
		}
	}
	return Limit{}
}

// groupParam: the group is the caller's. It has no limit only if all callers in sight give one without.
func (m *model) groupParam(s *start, v *types.Var, d *syntax.Def) Limit {
	f := d.Func
	if f == nil || f.Obj == nil || f.Obj.Exported() || len(m.callers[f]) == 0 || m.sizing[d.Node] {
		return Limit{Doubt: true}
	}
	m.sizing[d.Node] = true
	defer delete(m.sizing, d.Node)
	for _, call := range m.callers[f] {
		arg := m.syn.Target(call).Arg(call, d.Param)
		if arg == nil {
			return Limit{Doubt: true}
		}
		if u, ok := unparen(arg).(*ast.UnaryExpr); ok && u.Op == token.AND {
			arg = u.X
		}
		if m.syn.VarOf(arg) == nil {
			return Limit{Doubt: true}
		}
		if l := m.groupLimit(&start{group: arg, kind: s.kind, in: s.in}); l.How != "" || l.Doubt {
			return l
		}
	}
	return Limit{}
}

// returnsLimited: f returns a group that it has limited.
func (m *model) returnsLimited(f *syntax.Func) string {
	if f.Obj == nil || f.Sig.Results().Len() == 0 || !isGroup(f.Sig.Results().At(0).Type()) {
		return ""
	}
	how := ""
	m.syn.Flat(f.Body, syntax.Calls, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && how == "" {
			how = m.limiting(call, "SetLimit WithMaxGoroutines")
		}
	})
	return how
}

func isGroup(t types.Type) bool {
	n := syntax.NameOf(t)
	if n == nil || n.Pkg() == nil {
		return false
	}
	for _, s := range starters {
		if s.pkg == n.Pkg().Path() && s.recv == n.Name() {
			return true
		}
	}
	return false
}

// slotBefore: a statement of the loop's body, before the start, takes a slot that the goroutine gives back.
//
//	for _, x := range xs { sem <- struct{}{}; go func() { defer func() { <-sem }(); … }() }
func (m *model) slotBefore(s *start) string {
	for n, child := m.syn.Parent(s.node), s.node; n != nil; n, child = m.syn.Parent(n), n {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
			if n.Comm != nil && m.slotIn(s, n.Comm) {
				return "a slot"
			}
		case *ast.IfStmt: // if sem.TryAcquire(1) { go … }
			if n.Body == child && m.slotIn(s, n.Cond) {
				return "a slot"
			}
			continue
		case *ast.FuncDecl:
			return ""
		default:
			continue
		}
		for _, st := range list {
			if ast.Node(st) == child {
				break
			}
			if m.slotIn(s, st) {
				return "a slot"
			}
		}
		if m.isLoop(m.syn.Parent(n)) && !m.loopInside(m.syn.Parent(n)) {
			return ""
		}
	}
	return ""
}

func (m *model) isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// loopInside: another loop stands around n in the same function, whose body may take the slot.
func (m *model) loopInside(n ast.Node) bool {
	return m.syn.Enclosing(n, m.isLoop) != nil
}

func (m *model) slotIn(s *start, n ast.Node) bool {
	for _, sl := range m.taken(n) {
		if sl.v == nil {
			return true
		}
		if m.asManyAs(sl.v) {
			continue
		}
		for _, r := range s.runs {
			if r.Func != nil && r.Func.Body != nil && m.gives(r.Func.Body, sl) {
				return true
			}
		}
		if m.gives(s.call, sl) {
			return true
		}
	}
	return false
}
