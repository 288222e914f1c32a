package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Blind is how the value of a call whose failure was dropped or only logged is used as if the call had succeeded.
type Blind struct {
	Use ast.Node // the first such use
	// Breaks: the use takes what nil does not have, so that it panics after a failure.
	Breaks bool
}

// Blindly finds the use behind a call whose error was dropped, or behind the branch that logs it; ok is false where the
// value is looked at first, where who is given it may look, or where there is no such use.
//
//	res, _ := c.search(ctx, query)
//	for _, hit := range res.Hits { … }
func (r *Result) Blindly(o *Outcome) (b Blind, ok bool) {
	if r.m == nil || o.Value == nil || r.m.global(o.Value) || fromMemory(o.Call) {
		return b, false
	}
	var passed ast.Node // what deals with the failure, or with the success
	switch o.Fate {
	case Dropped:
		if _, blank := o.At.(*ast.AssignStmt); !blank {
			return b, false
		}
	case Logged:
		passed = o.Around
	default:
		return b, false
	}
	return r.m.blindly(o, passed)
}

func (m *model) global(v *types.Var) bool {
	return v.Pkg() == nil || v.Parent() == v.Pkg().Scope()
}

func (m *model) blindly(o *Outcome, passed ast.Node) (b Blind, ok bool) {
	if o.Value.IsField() {
		// resp.Orders, _ = c.list(ctx): the answer has it.
		if as, is := m.Parent(o.Expr).(*ast.AssignStmt); is && m.local(as.Lhs[0]) {
			b, ok = Blind{Use: as.Lhs[0]}, true
		}
	}
	for _, id := range m.uses(o.Value, o.In) {
		switch {
		case id.Pos() < o.Expr.End(), passed != nil && within(passed, id):
			continue
		case !ok && m.breaks(o.Value, id) && m.from(o, id) && !kept(o.Call):
			return Blind{Use: m.Parent(id), Breaks: true}, true // whatever it is asked afterwards
		case m.looked(id):
			return b, false
		case ok || o.Value.IsField() || !m.from(o, id):
			continue // a later use may still look
		}
		switch use, kind := m.use(id, o.In); kind {
		case blind:
			b, ok = Blind{Use: use}, true
		case open:
			return b, false
		}
	}
	return b, ok
}

// kept: the call gives a value beside its error, as the clients of Kubernetes do, so that nothing breaks.
func kept(c *downstream.Call) bool {
	return slices.ContainsFunc(c.Effects(), func(r downstream.Reach) bool { return r.Protocol == catalog.K8s })
}

// local: a field of a variable of the function.
func (m *model) local(e ast.Expr) bool {
	v := m.root(e)
	if v == nil || m.global(v) || v.IsField() {
		return false
	}
	defs := m.All(v)
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d *syntax.Def) bool { return d.Kind == syntax.Param })
}

// from: what id reads is what the call gave, or what was there before it where the branch of the failure is passed.
func (m *model) from(o *Outcome, id *ast.Ident) bool {
	defs := m.Reach(o.Value, id)
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d *syntax.Def) bool {
		return d.Rhs != o.Expr && d.Kind != syntax.Zero
	})
}

// looked: the use asks what the value is: in a condition, a comparison, a test of its type, or before it is judged.
func (m *model) looked(id *ast.Ident) bool {
	for n := m.Parent(id); n != nil; n = m.Parent(n) {
		switch p := n.(type) {
		case *ast.IfStmt:
			return within(p.Cond, id)
		case *ast.ForStmt:
			return p.Cond != nil && within(p.Cond, id) && !m.advances(p.Cond, id)
		case *ast.SwitchStmt:
			return p.Tag != nil && within(p.Tag, id)
		case *ast.CaseClause:
			return slices.ContainsFunc(p.List, func(e ast.Expr) bool { return within(e, id) })
		case *ast.BinaryExpr:
			switch p.Op {
			case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
				return true
			}
		case *ast.TypeAssertExpr, *ast.TypeSwitchStmt:
			return true
		case *ast.BlockStmt, *ast.FuncLit:
			return false
		}
	}
	return false
}

// advances: for rows.Next() is how rows are read, and asks nothing.
func (m *model) advances(cond ast.Expr, id *ast.Ident) bool {
	call, ok := ast.Unparen(cond).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.X == id && sel.Sel.Name == "Next"
}

// useKind is what a use of a value says about it.
type useKind uint8

const (
	idle  useKind = iota // nothing: it is printed, or closed
	blind                // it is taken for what the call should have given
	open                 // somebody else gets it, who may look
)

// use classifies one use, from inside out: what is made of the value is used as the value is.
func (m *model) use(id *ast.Ident, in *syntax.Func) (ast.Node, useKind) {
	var child ast.Node = id
	for n := m.Parent(child); n != nil; child, n = n, m.Parent(n) {
		switch p := n.(type) {
		case *ast.SelectorExpr:
			if _, method := m.Info.Uses[p.Sel].(*types.Func); method && syntax.HasWord(p.Sel.Name, "close", "stop", "cancel", "release") {
				return nil, idle
			}
		case *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.ParenExpr, *ast.UnaryExpr, *ast.KeyValueExpr, *ast.BinaryExpr, *ast.CompositeLit:
		case *ast.RangeStmt:
			if within(p.X, id) {
				return p.X, blind
			}
			return nil, idle
		case *ast.ForStmt: // for rows.Next()
			return p.Cond, blind
		case *ast.CallExpr:
			if child == p.Fun {
				continue // a method of it: what it gives counts
			}
			if m.appends(p) || m.converts(p) {
				continue
			}
			if m.logs(p) || m.measures(p) {
				return nil, idle
			}
			if m.answer(p) {
				return p, blind
			}
			return nil, open
		case *ast.ReturnStmt:
			if in.Sig == nil || len(p.Results) != in.Sig.Results().Len() || m.Around(p) != in {
				return nil, open
			}
			if last := p.Results[len(p.Results)-1]; syntax.IsError(lastResult(in.Sig)) && !m.isNil(last) {
				return nil, open
			}
			return p, blind
		case *ast.AssignStmt:
			return m.assignedOn(p, child)
		case *ast.DeferStmt, *ast.GoStmt, *ast.ExprStmt:
			return nil, idle
		default:
			return nil, open
		}
	}
	return nil, open
}

// assignedOn: a field or an element takes the value, or something of it; a variable that takes it goes its own way.
func (m *model) assignedOn(as *ast.AssignStmt, child ast.Node) (ast.Node, useKind) {
	i := slices.IndexFunc(as.Rhs, func(e ast.Expr) bool { return e == child })
	if i < 0 {
		return nil, idle // it is assigned to
	}
	if len(as.Lhs) != len(as.Rhs) {
		return nil, open
	}
	switch l := ast.Unparen(as.Lhs[i]).(type) {
	case *ast.SelectorExpr, *ast.IndexExpr:
		return as, blind
	case *ast.Ident:
		if call, ok := as.Rhs[i].(*ast.CallExpr); ok && m.appends(call) && m.VarOf(l) == m.VarOf(call.Args[0]) {
			return as, blind // all = append(all, more...)
		}
		if l.Name == "_" {
			return nil, idle
		}
	}
	return nil, open
}

// breaks: the use takes a field or an element of a pointer or an interface, which a failed call leaves nil.
func (m *model) breaks(v *types.Var, id *ast.Ident) bool {
	if v == nil {
		return false
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer:
		switch p := m.Parent(id).(type) {
		case *ast.StarExpr:
			return true
		case *ast.SelectorExpr: // a method may be made for nil, as those of protobuf are
			f, ok := m.Info.Uses[p.Sel].(*types.Var)
			return p.X == id && ok && f.IsField()
		}
	case *types.Interface:
		p, ok := m.Parent(id).(*ast.SelectorExpr)
		return ok && p.X == id
	}
	return false
}

func (m *model) appends(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "append" && len(call.Args) > 1 && m.isBuiltin(id)
}

func (m *model) isBuiltin(id *ast.Ident) bool {
	_, ok := m.Info.Uses[id].(*types.Builtin)
	return ok
}

func (m *model) converts(call *ast.CallExpr) bool {
	tv, ok := m.Info.Types[call.Fun]
	return ok && tv.IsType()
}

// measures: len, cap: how large a result is made.
func (m *model) measures(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && (id.Name == "len" || id.Name == "cap") && m.isBuiltin(id)
}

// answer: the call writes what it is given into a response.
func (m *model) answer(call *ast.CallExpr) bool {
	fn := m.Target(call).Fn
	if fn == nil {
		return false
	}
	switch fn.Name() {
	case "JSON", "IndentedJSON", "PureJSON", "XML", "HTML", "Encode", "Write", "WriteString", "SendString", "ServeJSON":
		return fn.Signature().Recv() != nil
	}
	return syntax.IsFunc(fn, "encoding/json", "Marshal", "MarshalIndent")
}
