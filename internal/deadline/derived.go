package deadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// derivation is a statement that makes a context out of another one: v, _ := derive(parent, …).
type derivation struct {
	call   *ast.CallExpr
	kind   catalog.Derive
	ctx    *types.Var // the derived context; nil for _
	group  *types.Var // the errgroup beside it, for Ends
	parent ast.Expr
	stmt   *ast.AssignStmt
	in     *syntax.Func
}

// groups finds the ctxdrop faults of contexts that were derived and then not used by the calls they were made for.
func (m *model) groups() {
	if !m.enabled("ctxdrop") {
		return
	}
	for _, d := range m.derivations() {
		switch {
		case d.ctx == nil && d.kind == catalog.Ends && !m.hasMembers(d):
			// nobody who could be stopped
		case d.ctx == nil:
			f := Fault{Rule: "ctxdrop", Shape: BlankCtx, Node: d.call, Pos: d.stmt.Pos(), End: d.stmt.End(), Sure: true, Used: types.ExprString(d.parent)}
			f.Why = types.ExprString(d.call.Fun)
			m.found = append(m.found, f)
		case d.kind == catalog.Ends:
			m.members(d)
			m.afterWait(d)
		case d.kind == catalog.Bounds:
			m.parentUsed(d)
		}
	}
	for _, c := range m.down.Calls {
		m.outerInClosure(c)
	}
}

func (m *model) derivations() []derivation {
	var out []derivation
	for _, f := range m.syn.Funcs {
		if f.Broken {
			continue
		}
		m.syn.Inspect(f.Body, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 {
				return true
			}
			call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			t := m.syn.Target(call)
			if t.Fn == nil {
				return true
			}
			kind, ok := catalog.DeriveOf(t.Fn)
			if !ok || kind != catalog.Ends && kind != catalog.Bounds {
				return true
			}
			d := derivation{call: call, kind: kind, parent: call.Args[0], stmt: as, in: f}
			ctx := as.Lhs[0]
			if kind == catalog.Ends {
				ctx, d.group = as.Lhs[1], m.syn.VarOf(as.Lhs[0])
			}
			if id, ok := ctx.(*ast.Ident); !ok || id.Name != "_" {
				if d.ctx = m.syn.VarOf(ctx); d.ctx == nil {
					return true
				}
			}
			out = append(out, d)
			return true
		})
	}
	return out
}

// members: calls in the group's goroutines that use the context from which the group's was made.
func (m *model) members(d derivation) {
	for _, c := range m.down.Calls {
		if c.In.Root() != d.in.Root() || c.Expr.Pos() < d.stmt.End() || !m.isMember(c.Expr, d.group) {
			continue
		}
		if arg := m.passes(c, d.parent); arg != nil && m.passesVar(c, d.ctx) == nil && !m.outlives(c) {
			m.drop(c, Fault{Shape: OuterCtx, Node: arg, Var: d.ctx.Name(), Used: types.ExprString(d.parent), Why: "the group's goroutines"})
		}
	}
}

// isMember: the node lies in a literal that is handed to g.Go or g.TryGo: itself, wrapped in a call, or by the name of
// a local variable.
func (m *model) isMember(n ast.Node, g *types.Var) bool {
	if g == nil {
		return false
	}
	found := m.syn.Enclosing(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		return ok && (m.givenTo(lit, g) || m.namedMember(lit, g))
	})
	return found != nil
}

// hasMembers: a goroutine of the group makes a call that leaves the process.
func (m *model) hasMembers(d derivation) bool {
	for _, c := range m.down.Calls {
		if c.In.Root() == d.in.Root() && c.Expr.Pos() > d.stmt.End() && m.isMember(c.Expr, d.group) {
			return true
		}
	}
	return false
}

// givenTo: the expression is, or is part of, an argument of g.Go or g.TryGo.
func (m *model) givenTo(e ast.Expr, g *types.Var) bool {
	for n := m.syn.Parent(e); n != nil; n = m.syn.Parent(n) {
		switch n := n.(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Go" || sel.Sel.Name == "TryGo") && m.syn.VarOf(sel.X) == g {
				return true
			}
		default:
			return false
		}
	}
	return false
}

// namedMember: member := func() error { … }, and g.Go(member).
func (m *model) namedMember(lit *ast.FuncLit, g *types.Var) bool {
	as, ok := m.syn.Parent(lit).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || as.Tok != token.DEFINE {
		return false
	}
	v, list := m.syn.VarOf(as.Lhs[0]), m.syn.Parent(as)
	if v == nil || list == nil {
		return false
	}
	found := false
	m.syn.Inspect(list, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && m.info.Uses[id] == v && m.givenTo(id, g)
		return !found
	})
	return found
}

// passes returns the argument of c that is the same context expression as e: the same variable, or the same spelling
// of something like r.Context().
func (m *model) passes(c *downstream.Call, e ast.Expr) ast.Expr {
	if v := m.syn.VarOf(e); v != nil {
		return m.passesVar(c, v)
	}
	for _, a := range c.Expr.Args {
		if syntax.IsContext(m.info.TypeOf(a)) && types.ExprString(a) == types.ExprString(e) {
			return a
		}
	}
	return nil
}

func (m *model) passesVar(c *downstream.Call, v *types.Var) ast.Expr {
	for _, a := range c.Expr.Args {
		if syntax.IsContext(m.info.TypeOf(a)) && m.syn.VarOf(a) == v {
			return a
		}
	}
	return nil
}

func (m *model) drop(c *downstream.Call, f Fault) {
	if m.owned[c] != "" || m.helper(c) {
		return
	}
	m.owned[c] = "ctxdrop"
	f.Rule, f.Call, f.Sure, f.Outlives = "ctxdrop", c, true, m.outlives(c)
	f.Pos, f.End = c.Expr.Pos(), c.Expr.End()
	if ns := m.at(c); len(ns) > 0 {
		f.Need = &ns[0]
	}
	m.found = append(m.found, f)
}

// afterWait: the group's context, which is over once Wait has returned, is passed to a later call.
func (m *model) afterWait(d derivation) {
	if d.group == nil {
		return
	}
	var waits []ast.Node // the statement lists in which Wait was called, and where
	var at []token.Pos
	m.syn.Inspect(d.in.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "Wait" && m.syn.VarOf(sel.X) == d.group && !m.deferred(call) {
			var stmt ast.Node = call
			list := m.syn.Enclosing(call, func(n ast.Node) bool {
				_, block := n.(*ast.BlockStmt)
				if !block {
					stmt = n
				}
				return block
			})
			waits, at = append(waits, list), append(at, stmt.End())
		}
		return true
	})
	for _, c := range m.down.Calls {
		if c.In != d.in || m.passesVar(c, d.ctx) == nil || !m.reaches(d, c) {
			continue
		}
		for i, list := range waits {
			if list != nil && at[i] <= c.Expr.Pos() && c.Expr.End() <= list.End() && !m.deferred(c.Expr) {
				m.drop(c, Fault{Shape: AfterWait, Node: m.passesVar(c, d.ctx), Var: types.ExprString(d.parent), Used: d.ctx.Name()})
				break
			}
		}
	}
}

// reaches: the derivation is still what the variable holds at the call.
func (m *model) reaches(d derivation, c *downstream.Call) bool {
	for _, def := range m.syn.Reach(d.ctx, c.Expr) {
		if def.Node == d.stmt {
			return true
		}
	}
	return false
}

// parentUsed: a context with a deadline was made, and the next downstream call of the same statement list is given
// the one without. Silent where a later call of the list uses the derived one: then it was made ahead of its use.
func (m *model) parentUsed(d derivation) {
	p := m.syn.VarOf(d.parent)
	if p == nil || p == d.ctx || !syntax.IsContext(p.Type()) {
		return
	}
	list, ok := m.syn.Parent(d.stmt).(*ast.BlockStmt)
	if !ok {
		return
	}
	var next *downstream.Call
	for _, c := range m.down.Calls {
		if c.Expr.Pos() < d.stmt.End() || c.Expr.End() > list.End() {
			continue
		}
		if m.mentionsVar(c.Expr, d.ctx) {
			return
		}
		if next == nil && c.In == d.in && m.syn.Parent(m.statement(c.Expr)) == ast.Node(list) {
			next = c
		}
	}
	if next == nil || m.handedOn(list, d) {
		return
	}
	if arg := m.passesVar(next, p); arg != nil {
		m.drop(next, Fault{Shape: OuterCtx, Node: arg, Var: d.ctx.Name(), Used: p.Name(), Why: "the deadline"})
	}
}

// handedOn: the derived context goes to some call, a literal or a variable after all.
func (m *model) handedOn(list *ast.BlockStmt, d derivation) bool {
	found := false
	m.syn.Inspect(list, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found || id.Pos() < d.stmt.End() || m.info.Uses[id] != d.ctx {
			return !found
		}
		if sel, ok := m.syn.Parent(id).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Done") {
			return true
		}
		if as, ok := m.syn.Parent(id).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
			if b, ok := as.Lhs[0].(*ast.Ident); ok && b.Name == "_" {
				return true
			}
		}
		found = true
		return false
	})
	return found
}

func (m *model) statement(n ast.Node) ast.Node {
	for p := m.syn.Parent(n); p != nil; n, p = p, m.syn.Parent(p) {
		if _, ok := p.(*ast.BlockStmt); ok {
			return n
		}
	}
	return n
}

func (m *model) mentionsVar(n ast.Node, v *types.Var) bool {
	found := false
	m.syn.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// outerInClosure: a literal is given a context of its own, and the call in it uses the one of the function around.
func (m *model) outerInClosure(c *downstream.Call) {
	f := c.In
	if f.Outer == nil || f.Sig == nil {
		return
	}
	i := syntax.CtxParam(f.Sig)
	if i < 0 {
		return
	}
	own := f.Sig.Params().At(i)
	for _, a := range c.Expr.Args {
		v := m.syn.VarOf(a)
		if v == nil || v == own || v.IsField() || !syntax.IsContext(m.info.TypeOf(a)) || f.Node.Pos() <= v.Pos() && v.Pos() <= f.Node.End() {
			continue
		}
		if ctx := m.context(a, 0); ctx.Origin != Param && ctx.Origin != Request {
			continue
		}
		name := own.Name()
		if name == "" {
			name = "_"
		}
		m.drop(c, Fault{Shape: OuterCtx, Node: a, Var: name, Used: v.Name(), Why: "the function literal"})
		return
	}
}

// groupOf is the group that a definition of a context made beside it.
func (m *model) groupOf(d *syntax.Def) *types.Var {
	if as, ok := d.Node.(*ast.AssignStmt); ok && len(as.Lhs) == 2 {
		return m.syn.VarOf(as.Lhs[0])
	}
	return nil
}

// cancelled: the function that ends v has been called, not deferred, in a statement list around the node, so v is over
// there.
func (m *model) cancelled(v *types.Var, at ast.Node) bool {
	for _, d := range m.syn.All(v) {
		as, ok := d.Node.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || as.End() > at.Pos() {
			continue
		}
		cancel, root := m.syn.VarOf(as.Lhs[1]), m.syn.Around(at)
		if cancel == nil || root == nil {
			continue
		}
		found := false
		m.syn.Inspect(root.Root().Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && as.End() < call.Pos() && call.End() < at.Pos() && m.syn.VarOf(call.Fun) == cancel && !m.deferred(call) {
				list := m.syn.Parent(m.statement(call))
				found = list != nil && list.Pos() <= at.Pos() && at.End() <= list.End()
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
