package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// access collects the places that a piece of code reads and writes, and the calls that it makes. Branches that leave
// after an error write nothing that anybody reads later, so they are passed over.
type access struct {
	*model
	reads  []place
	writes []place
	calls  []*ast.CallExpr
	within []*syntax.Func // the local functions that are being followed
	lean   bool           // without the reads
}

func (m *model) accessOf(n ast.Node) *access {
	a := &access{model: m}
	a.node(n)
	return a
}

func (a *access) read(p place) {
	if !a.lean {
		a.reads = append(append(a.reads, p), a.behind(p)...)
	}
}

func (a *access) write(p place) {
	a.writes = append(a.writes, p)
	if !p.here {
		a.writes = append(a.writes, a.behind(p)...)
	}
}

func (a *access) node(n ast.Node) {
	if n == nil {
		return
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, rhs := range n.Rhs {
				a.node(rhs)
			}
			for _, lhs := range n.Lhs {
				a.assign(lhs, n.Tok != token.ASSIGN && n.Tok != token.DEFINE)
			}
			return false
		case *ast.IncDecStmt:
			a.assign(n.X, true)
			return false
		case *ast.RangeStmt:
			a.node(n.X)
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					a.assign(e, false)
				}
			}
			a.node(n.Body)
			return false
		case *ast.ValueSpec:
			for _, v := range n.Values {
				a.node(v)
			}
			for _, id := range n.Names {
				a.assign(id, false)
			}
			return false
		case *ast.SendStmt:
			a.node(n.Value)
			if p, ok := a.place(n.Chan); ok {
				a.write(p)
			}
			return false
		case *ast.IfStmt:
			if a.onError(n.Cond) && syntax.Leaves(n.Body) {
				a.node(n.Init)
				a.node(n.Cond)
				a.node(n.Else)
				return false
			}
		case *ast.CallExpr:
			a.call(n)
			return false
		case *ast.KeyValueExpr:
			if _, ok := n.Key.(*ast.Ident); ok && a.fieldKey(n) {
				a.node(n.Value)
				return false
			}
		case *ast.SelectorExpr, *ast.Ident:
			if p, ok := a.place(n.(ast.Expr)); ok {
				a.read(p)
				a.indexes(n.(ast.Expr))
				return false
			}
		}
		return true
	}
	if a.lean { // without what only reads
		a.Walk(n, syntax.Assigns|syntax.Counts|syntax.Loops|syntax.Specs|syntax.Sends|syntax.Ifs|syntax.Calls|syntax.Keyed, visit)
	} else {
		a.Inspect(n, visit)
	}
}

// fieldKey: the key of a struct literal names a field, not a variable.
func (a *access) fieldKey(kv *ast.KeyValueExpr) bool {
	v, ok := a.Info.Uses[kv.Key.(*ast.Ident)].(*types.Var)
	return ok && v.IsField()
}

// assign records the left side of an assignment: its indexes are read, the variable is not.
func (a *access) assign(lhs ast.Expr, alsoRead bool) {
	a.indexes(lhs)
	p, ok := a.place(lhs)
	if !ok {
		return
	}
	_, p.here = ast.Unparen(lhs).(*ast.Ident)
	if alsoRead {
		a.read(p)
		p.here = false
	}
	a.write(p)
}

// indexes reads what chooses the place: x[i].f reads i.
func (a *access) indexes(e ast.Expr) {
	for e = ast.Unparen(e); ; {
		switch x := e.(type) {
		case *ast.IndexExpr:
			a.node(x.Index)
			e = ast.Unparen(x.X)
			continue
		case *ast.SelectorExpr:
			e = ast.Unparen(x.X)
			continue
		case *ast.StarExpr:
			e = ast.Unparen(x.X)
			continue
		case *ast.CallExpr: // f().x = v
			a.call(x)
		}
		return
	}
}

// call records a call: its operands are read, and some are changed.
func (a *access) call(call *ast.CallExpr) {
	if p, ok := a.contextOf(call); ok {
		a.read(p)
		return
	}
	a.calls = append(a.calls, call)
	a.node(call.Fun)
	for _, arg := range call.Args {
		a.node(arg)
	}
	for _, p := range a.changed(call) {
		a.write(p)
	}
	if lit := a.Target(call).Func; lit != nil && lit.Outer != nil && ast.Unparen(call.Fun) != ast.Expr(lit.Node.(*ast.FuncLit)) {
		a.closure(lit)
	}
}

// closure adds what a local function reads and writes outside of itself.
func (a *access) closure(lit *syntax.Func) {
	if slices.Contains(a.within, lit) {
		return
	}
	inner := access{model: a.model, within: append(a.within, lit), lean: a.lean}
	inner.node(lit.Body)
	outside := func(p place) bool { return p.Root.Pos() < lit.Node.Pos() || p.Root.Pos() >= lit.Node.End() }
	for _, p := range inner.reads {
		if outside(p) {
			a.reads = append(a.reads, p)
		}
	}
	for _, p := range inner.writes {
		if outside(p) {
			p.here = false // whether it runs, and when, is not known
			a.writes = append(a.writes, p)
		}
	}
}

// contextOf: r.Context() reads the request's context and nothing else of the request, which headers and form values
// are set on meanwhile.
func (m *model) contextOf(call *ast.CallExpr) (place, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 || !syntax.IsContext(m.Info.TypeOf(call)) {
		return place{}, false
	}
	if _, ok := catalog.SourceOf(m.Info.TypeOf(sel.X)); !ok {
		return place{}, false
	}
	p, ok := m.place(sel.X)
	p.Fields += ".Context()"
	return p, ok
}
