package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Input is where a length of time comes from that a function does not know itself: a parameter, or a field of one. Who
// calls the function puts his own in its place.
type Input struct {
	Index int    // 1: the receiver, 2: the first parameter, …; 0: nothing
	Field string // "" for the parameter itself
	fn    *syntax.Func
}

// input reads a parameter, or a field of one, that is still what the caller gave.
func (m *model) input(e ast.Expr) Input {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := m.VarOf(e)
		if v == nil || v.IsField() {
			return Input{}
		}
		defs := m.Reach(v, e)
		if len(defs) != 1 || defs[0].Kind != syntax.Param || defs[0].Func.Outer != nil {
			return Input{}
		}
		return Input{Index: defs[0].Param + 2, fn: defs[0].Func}
	case *ast.SelectorExpr:
		in := m.input(e.X)
		if v := m.VarOf(e); in.Index == 0 || in.Field != "" || v == nil || !m.onlyMade(v) {
			return Input{}
		}
		in.Field = e.Sel.Name
		return in
	}
	return Input{}
}

// onlyMade: the field gets its value where what it belongs to is made, and never again.
func (m *model) onlyMade(field *types.Var) bool {
	if !field.IsField() || len(m.AddressTaken(field)) > 0 {
		return false
	}
	for _, d := range m.All(field) {
		if _, ok := d.Node.(*ast.CompositeLit); !ok {
			return false
		}
	}
	return true
}

// A binding is the call behind a reference: what the called function's inputs are there.
type binding struct {
	m      *model
	f      *syntax.Func // the declaration that the call stands in
	target syntax.Target
	call   *ast.CallExpr
}

// span is what the call gives for an input.
func (b *binding) span(in Input) Span {
	e := b.target.Recv
	if in.Index > 1 {
		e = b.target.Arg(b.call, in.Index-2)
	}
	if e == nil {
		return Span{}
	}
	s := b.m.valueOf(e, in.Field)
	return s.in(b.f)
}

// in drops what is an input of another function than f.
func (s Span) in(f *syntax.Func) Span {
	if s.From.fn != f.Root() {
		s.From = Input{}
	}
	return s
}

// valueOf evaluates e, or a field of what e is.
func (m *model) valueOf(e ast.Expr, field string) Span {
	if field == "" {
		return m.span(e, 0)
	}
	return m.fieldOf(e, field, 0)
}

// ofLocal evaluates a field of a local variable that nobody else can change: cfg := defaults(); … cfg.Timeout.
func (m *model) ofLocal(e ast.Expr, depth int) Span {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return Span{}
	}
	base, field := m.VarOf(sel.X), m.VarOf(sel)
	if base == nil || field == nil || !m.onlyMade(field) || base.IsField() || base.Parent() == m.pass.Pkg.Scope() || len(m.AddressTaken(base)) > 0 {
		return Span{}
	}
	return m.fieldOf(sel.X, sel.Sel.Name, depth+1)
}

// fieldOf follows a value back to where it is made, and evaluates what a field got there.
func (m *model) fieldOf(e ast.Expr, field string, depth int) Span {
	if e == nil || depth > maxDepth {
		return Span{}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return m.fieldOf(e.X, field, depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		if in := m.input(e); in.Index > 0 && in.Field == "" {
			in.Field = field
			return Span{Sym: types.ExprString(e) + "." + field, From: in}
		}
		if rhs := m.made(e); rhs != nil {
			return m.fieldOf(rhs, field, depth+1)
		}
	case *ast.CompositeLit:
		if v := syntax.KeyedValue(e, field); v != nil {
			return m.span(v, depth+1)
		}
	case *ast.CallExpr:
		return m.fieldOfResult(e, field, depth)
	}
	return Span{}
}

// made is what the one assignment of a variable gives it, whose address may be taken: a pointer to it changes fields,
// which onlyMade says they are not.
func (m *model) made(e ast.Expr) ast.Expr {
	v := m.VarOf(e)
	if v == nil || v.Exported() && (v.IsField() || v.Parent() == m.pass.Pkg.Scope()) {
		return nil
	}
	if defs := m.Reach(v, e); len(defs) == 1 && defs[0].Arity == 1 && defs[0].Kind == syntax.Assigned {
		return defs[0].Rhs
	}
	return nil
}

// fieldOfResult looks into a constructor of this package, which has one return.
func (m *model) fieldOfResult(call *ast.CallExpr, field string, depth int) Span {
	t := m.Target(call)
	if t.Func == nil || t.Func.Outer != nil || t.Func.Body == nil {
		return Span{}
	}
	var returned []ast.Expr
	m.Flat(t.Func.Body, syntax.Returns, func(n ast.Node) {
		if r := n.(*ast.ReturnStmt); len(r.Results) > 0 {
			returned = append(returned, r.Results[0])
		}
	})
	if len(returned) != 1 {
		return Span{}
	}
	s := m.fieldOf(returned[0], field, depth+1)
	if s.From.Index == 0 {
		return s
	}
	if s.From.fn != t.Func {
		return Span{}
	}
	e := t.Recv
	if s.From.Index > 1 {
		e = t.Arg(call, s.From.Index-2)
	}
	if e == nil {
		return Span{}
	}
	if s.From.Field == "" {
		return m.span(e, depth+1)
	}
	return m.fieldOf(e, s.From.Field, depth+1)
}

// bound puts what the call behind ref n gives into a plan of the called function.
func (n *Node) bound(plan Node) Node {
	if !plan.open() {
		return plan
	}
	if plan.Time.From.Index > 0 {
		s := Span{Sym: plan.Time.Sym}
		if n.binding != nil {
			s = n.binding.span(plan.Time.From)
		}
		s.Why = plan.Time.Why
		if s.D == 0 && s.Sym == "" {
			s.Sym = plan.Time.Sym
		}
		plan.Time = s
	}
	kids := make([]Node, len(plan.Kids))
	for i, k := range plan.Kids {
		kids[i] = n.bound(k)
	}
	plan.Kids = kids
	return plan
}

// open: a time in the plan is an input.
func (n *Node) open() bool {
	if n.Time.From.Index > 0 {
		return true
	}
	for i := range n.Kids {
		if n.Kids[i].open() {
			return true
		}
	}
	return false
}
