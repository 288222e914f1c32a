package callplan

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// runtimePath begins the import paths of this module's runtime.
const runtimePath = "github.com/budgetlint/budgetlint/runtime/"

// maxDepth bounds every walk from a use back to where a value is made.
const maxDepth = 8

// span evaluates a duration: a constant, or a variable or field that one assignment decides.
func (m *model) span(e ast.Expr, depth int) Span {
	if e == nil {
		return Span{}
	}
	e = ast.Unparen(e)
	unknown := Span{Sym: types.ExprString(e)}
	if tv, ok := m.Info.Types[e]; ok && tv.Value != nil {
		if d, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok && d > 0 {
			return Span{D: time.Duration(d)}
		}
		return unknown
	}
	if depth > maxDepth {
		return unknown
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if d := m.fromContract(e); d > 0 {
			return Span{D: d}
		}
		if rhs := m.only(e); rhs != nil {
			if s := m.span(rhs, depth+1); s.D > 0 || s.From.Index > 0 {
				return s
			}
		}
		if s := m.ofLocal(e, depth); s.D > 0 {
			return s
		}
		unknown.From = m.input(e)
	case *ast.BinaryExpr:
		x, y := m.span(e.X, depth+1), m.span(e.Y, depth+1)
		if x.D <= 0 || y.D <= 0 {
			return unknown
		}
		switch {
		case e.Op == token.MUL:
			return Span{D: x.D * y.D}
		case e.Op == token.ADD:
			return Span{D: x.D + y.D}
		case e.Op == token.SUB && x.D > y.D:
			return Span{D: x.D - y.D}
		case e.Op == token.QUO:
			return Span{D: x.D / y.D}
		}
	case *ast.CallExpr:
		if tv, ok := m.Info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
			if s := m.span(e.Args[0], depth+1); s.D > 0 {
				return s
			}
		}
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "min" && m.builtin(id) {
			return m.shortest(e, depth)
		}
	}
	return unknown
}

// fromContract: e is the TotalBudget or SafetyMargin of a contract that has one aggregator only.
func (m *model) fromContract(e ast.Expr) time.Duration {
	sel, ok := e.(*ast.SelectorExpr)
	c := m.cfg.Contract
	if !ok || c == nil || len(c.Aggregators) != 1 || !syntax.Is(m.Info.TypeOf(sel.X), runtimePath+"contract", "Aggregator") {
		return 0
	}
	switch sel.Sel.Name {
	case "TotalBudget":
		return c.Aggregators[0].TotalBudget
	case "SafetyMargin":
		return c.Aggregators[0].SafetyMargin
	}
	return 0
}

func (m *model) builtin(id *ast.Ident) bool {
	_, ok := m.Info.Uses[id].(*types.Builtin)
	return ok
}

// shortest: min(a, b) is known if all are.
func (m *model) shortest(e *ast.CallExpr, depth int) Span {
	out := Span{}
	for _, a := range e.Args {
		s := m.span(a, depth+1)
		if s.D <= 0 {
			return Span{Sym: types.ExprString(e)}
		}
		if out.D == 0 || s.D < out.D {
			out = s
		}
	}
	return out
}

// only is what the one assignment of a variable or field gives it; nil where there are several, or it is a parameter.
func (m *model) only(e ast.Expr) ast.Expr {
	v := m.VarOf(e)
	if v == nil || len(m.AddressTaken(v)) > 0 {
		return nil
	}
	defs := m.Reach(v, e)
	if len(defs) != 1 || defs[0].Arity != 1 || defs[0].Kind != syntax.Assigned {
		return nil
	}
	if v.Exported() && (v.IsField() || v.Parent() == m.pass.Pkg.Scope()) {
		return nil // other packages may set it
	}
	return defs[0].Rhs
}

// number evaluates a count.
func (m *model) number(e ast.Expr, depth int) Count {
	e = ast.Unparen(e)
	if tv, ok := m.Info.Types[e]; ok && tv.Value != nil {
		if n, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok && n > 0 && n < 1<<20 {
			return Count{N: int(n)}
		}
	}
	if rhs := m.only(e); rhs != nil && depth < maxDepth {
		if c := m.number(rhs, depth+1); c.N > 0 {
			return c
		}
	}
	return Count{Sym: types.ExprString(e)}
}

// limitOf: ctx, cancel := context.WithTimeout(parent, d) and its like.
func (b *builder) limitOf(s ast.Stmt) (limit, bool) {
	as, ok := s.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 {
		return limit{}, false
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok || !b.bounds(call) {
		return limit{}, false
	}
	return limit{call, b.VarOf(as.Lhs[1])}, true
}

func (m *model) bounds(call *ast.CallExpr) bool {
	fn := m.Target(call).Fn
	if fn == nil || len(call.Args) < 2 {
		return false
	}
	kind, ok := catalog.DeriveOf(fn)
	return ok && kind == catalog.Bounds || syntax.IsFunc(fn, runtimePath+"budget", "Start", "Within", "Detach")
}

// deadlineOf is how long the context lasts that a call makes.
func (b *builder) deadlineOf(call *ast.CallExpr) Span {
	m := b.model
	fn := m.Target(call).Fn
	s := m.span(call.Args[1], 0).in(b.f)
	switch fn.Name() {
	case "WithDeadline", "WithDeadlineCause":
		s = m.until(call.Args[1]).in(b.f)
	case "Start": // budget.Start(ctx, total, margin)
		s.From = Input{}
		if len(call.Args) == 3 {
			if margin := m.span(call.Args[2], 0); s.D > margin.D && margin.Sym == "" {
				s.D -= margin.D
			}
		}
	}
	s.Why = types.ExprString(call.Fun) + " (" + m.at(call) + ")"
	return s
}

// until reads time.Now().Add(d).
func (m *model) until(e ast.Expr) Span {
	if rhs := m.only(ast.Unparen(e)); rhs != nil {
		e = rhs
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		if t := m.Target(call); syntax.IsMethod(t.Fn, "time", "Time", "Add") && m.isNow(t.Recv) {
			return m.span(call.Args[0], 0)
		}
	}
	return Span{Sym: types.ExprString(e)}
}

// isNow: time.Now(), or what a clock says.
func (m *model) isNow(e ast.Expr) bool {
	if rhs := m.only(e); rhs != nil {
		e = rhs
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Now"
}

// deaf is how many of the deadlines around a call its context does not hear; -1: none, not even those of callers.
func (b *builder) deaf(c *downstream.Call) int { return b.missed(b.heard(c)) }

// levels is the same for a context, or a request that carries one.
func (b *builder) levels(e ast.Expr) int {
	heard := map[*ast.CallExpr]bool{}
	end := b.chain(e, heard, 0)
	return b.missed(heard, end)
}

func (b *builder) missed(heard map[*ast.CallExpr]bool, end ending) int {
	if end == somewhere && len(heard) == 0 {
		return 0
	}
	for i := len(b.limits) - 1; i >= 0; i-- {
		if heard[b.limits[i].call] {
			return len(b.limits) - 1 - i
		}
	}
	if end == nowhere {
		return -1
	}
	return len(b.limits)
}

// ending is where the chain of contexts behind a call begins.
type ending uint8

const (
	somewhere ending = iota // not known
	nowhere                 // a root context: no caller's deadline is heard
	outside                 // the function's own parameter or request
)

// heard lists the calls that put a deadline into the context that c is given.
func (b *builder) heard(c *downstream.Call) (map[*ast.CallExpr]bool, ending) {
	heard := map[*ast.CallExpr]bool{}
	for _, n := range b.dead.Needs(c) {
		if n.Ctx.Origin == deadline.None && n.Sink.Via == catalog.ViaNone && c.Sink != nil {
			return heard, nowhere
		}
	}
	e := b.contextOf(c)
	if e == nil {
		return heard, somewhere
	}
	return heard, b.chain(e, heard, 0)
}

// contextOf is the expression of the context, or of the request that carries one, that a call is given.
func (b *builder) contextOf(c *downstream.Call) ast.Expr {
	if c.Fn != nil {
		if i := syntax.CtxParam(c.Fn.Signature()); i >= 0 {
			return c.Arg(c.Expr, i)
		}
	}
	for _, a := range c.Expr.Args {
		if t := b.Info.TypeOf(a); syntax.IsRequest(t) || syntax.IsContext(t) {
			return a
		}
	}
	return nil
}

func (b *builder) chain(e ast.Expr, heard map[*ast.CallExpr]bool, depth int) ending {
	if e == nil || depth > 2*maxDepth {
		return somewhere
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		v := b.VarOf(e)
		if v == nil || v.IsField() {
			return somewhere
		}
		defs := b.Reach(v, e)
		if len(defs) != 1 {
			return somewhere
		}
		switch d := defs[0]; d.Kind {
		case syntax.Param:
			if d.Func.Outer != nil {
				return somewhere // of a literal: whoever runs it derives it from what it has
			}
			return outside
		case syntax.Assigned:
			return b.chain(d.Rhs, heard, depth+1)
		}
	case *ast.CallExpr:
		return b.chainCall(e, heard, depth)
	}
	return somewhere
}

func (b *builder) chainCall(call *ast.CallExpr, heard map[*ast.CallExpr]bool, depth int) ending {
	t := b.Target(call)
	if t.Fn == nil {
		return somewhere
	}
	if b.bounds(call) {
		heard[call] = true
		if t.Fn.Name() == "Detach" {
			return nowhere
		}
		return b.chain(call.Args[0], heard, depth+1)
	}
	if kind, ok := catalog.DeriveOf(t.Fn); ok {
		switch kind {
		case catalog.MakesRoot, catalog.Detaches:
			return nowhere
		}
		if i := syntax.CtxParam(t.Fn.Signature()); i >= 0 {
			return b.chain(t.Arg(call, i), heard, depth+1)
		}
		return somewhere
	}
	if s, ok := catalog.Lookup(t.Fn); ok && s.Request { // http.NewRequestWithContext
		if i := syntax.CtxParam(t.Fn.Signature()); i >= 0 {
			return b.chain(t.Arg(call, i), heard, depth+1)
		}
		return nowhere
	}
	if t.Recv != nil && syntax.IsRequest(b.Info.TypeOf(t.Recv)) {
		switch t.Fn.Name() {
		case "Context":
			return b.chain(t.Recv, heard, depth+1)
		case "WithContext", "Clone":
			if len(call.Args) == 1 {
				return b.chain(call.Args[0], heard, depth+1)
			}
		}
	}
	return somewhere
}
