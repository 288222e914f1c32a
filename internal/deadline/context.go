package deadline

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// maxDepth bounds every walk from a use back to where a value is made.
const maxDepth = 12

// context evaluates an expression of type context.Context.
func (m *model) context(e ast.Expr, depth int) Ctx {
	if depth > maxDepth || e == nil {
		return Ctx{}
	}
	e = ast.Unparen(e)
	if t := m.info.TypeOf(e); !syntax.IsContext(t) {
		if src, ok := catalog.SourceOf(t); ok && src.Request {
			return Ctx{Origin: Request, Expr: e} // a gin or fasthttp context used as one
		}
		if syntax.IsRequest(t) {
			return m.request(e, depth+1)
		}
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil {
			return Ctx{}
		}
		return m.contextVar(v, e, depth+1)
	case *ast.CallExpr:
		return m.contextCall(e, 0, depth+1)
	case *ast.StarExpr:
		if v := m.syn.VarOf(e.X); v != nil && isPointerToContext(v.Type()) {
			return Ctx{Origin: Stored}
		}
	}
	return Ctx{}
}

func isPointerToContext(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok && syntax.IsContext(t)
}

// contextVar joins the definitions of v that reach the use e.
func (m *model) contextVar(v *types.Var, e ast.Expr, depth int) Ctx {
	if len(m.syn.AddressTaken(v)) > 0 {
		return Ctx{}
	}
	defs := m.syn.Reach(v, e)
	wide := v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	var cs []Ctx
	for _, d := range defs {
		if len(defs) > 1 && m.nilFallback(d, v) {
			continue // if ctx == nil { ctx = context.Background() }
		}
		cs = append(cs, m.contextDef(d, depth+1))
	}
	c := join(cs)
	if wide {
		// A root kept in a field or variable is a fault of its own only while nobody can end it.
		if c.Origin == Root && !c.Cancelable && !c.Bounded && len(cs) > 0 {
			return Ctx{Origin: Root, Expr: e, Field: true}
		}
		stored := Ctx{Origin: Stored, Bounded: c.Bounded, Maybe: c.Maybe, Field: true}
		if c.Origin == Root && !c.Detached && !c.Bounded && !c.Maybe && v.IsField() && !v.Exported() {
			stored.Kept = c.Expr // WithCancel(context.Background())
		}
		return stored
	}
	return c
}

func (m *model) contextDef(d *syntax.Def, depth int) Ctx {
	switch d.Kind {
	case syntax.Param:
		if m.isEntry(d.Func) {
			return Ctx{Origin: Request, Expr: d.Func.Type}
		}
		return Ctx{Origin: Param, Owner: d.Func, Index: d.Param}
	case syntax.Assigned:
		if d.Arity == 1 {
			return m.context(d.Rhs, depth)
		}
		if call, ok := ast.Unparen(d.Rhs).(*ast.CallExpr); ok {
			return m.contextCall(call, d.Index, depth)
		}
	}
	return Ctx{}
}

// contextCall evaluates result i of a call that makes or derives a context.
func (m *model) contextCall(call *ast.CallExpr, i, depth int) Ctx {
	if depth > maxDepth {
		return Ctx{}
	}
	t := m.syn.Target(call)
	if t.Fn == nil && t.Func == nil {
		if tv, ok := m.info.Types[call.Fun]; ok && tv.IsType() && len(call.Args) == 1 {
			return m.context(call.Args[0], depth) // a conversion
		}
		return Ctx{}
	}
	if t.Fn != nil {
		if kind, ok := catalog.DeriveOf(t.Fn); ok {
			return m.derive(call, t, kind, depth)
		}
		if t.Recv != nil && t.Fn.Signature().Params().Len() == 0 {
			if src, ok := catalog.SourceOf(m.info.TypeOf(t.Recv)); ok {
				return m.source(call, t.Recv, src, depth)
			}
		}
	}
	if c, ok := m.result(call, t, i, depth); ok {
		return c
	}
	if t.Func == nil && t.Fn != nil && keepsByName(t.Fn) {
		return m.parent(call, t, depth)
	}
	return Ctx{}
}

func (m *model) derive(call *ast.CallExpr, t syntax.Target, kind catalog.Derive, depth int) Ctx {
	switch kind {
	case catalog.MakesRoot:
		return Ctx{Origin: Root, Expr: call}
	case catalog.Detaches:
		p := m.parent(call, t, depth)
		return Ctx{Origin: Root, Expr: call, Detached: true, Owner: p.Owner, Index: p.Index}
	case catalog.Bounds:
		c := m.parent(call, t, depth)
		c.Bounded, c.Maybe = true, false
		return c
	}
	c := m.parent(call, t, depth)
	if t.Fn.Name() != "WithValue" {
		c.Cancelable = true
	}
	return c
}

// parent evaluates the context argument of a deriving call.
func (m *model) parent(call *ast.CallExpr, t syntax.Target, depth int) Ctx {
	for i := range t.Fn.Signature().Params().Len() {
		p := t.Fn.Signature().Params().At(i).Type()
		if syntax.IsContext(p) {
			return m.context(t.Arg(call, i), depth)
		}
	}
	if len(call.Args) > 0 {
		return m.context(call.Args[0], depth)
	}
	return Ctx{}
}

func (m *model) source(call *ast.CallExpr, recv ast.Expr, src catalog.Source, depth int) Ctx {
	if syntax.IsRequest(m.info.TypeOf(recv)) {
		c := m.request(recv, depth)
		if c.Origin == Request {
			c.Expr = call
		}
		return c
	}
	if src.Request && !strings.Contains(src.Pkg, "grpc") {
		return Ctx{Origin: Request, Expr: call}
	}
	return Ctx{} // a stream or a command: somebody else may have bounded it
}

// keepsByName: a library function outside the catalog that takes a context and returns one is taken to keep the
// deadline if its name says that it only puts something in (WithX, ContextWithX, NewContext, …). Its blind side is a
// library that hides a deadline behind such a name without saying Timeout or Deadline.
func keepsByName(fn *types.Func) bool {
	sig := fn.Signature()
	if syntax.CtxParam(sig) < 0 || sig.Results().Len() == 0 {
		return false
	}
	words := syntax.Words(fn.Name())
	for _, w := range words {
		switch w {
		case "timeout", "deadline", "cancel", "detach", "detached", "background", "limit", "budget":
			return false
		}
	}
	switch words[0] {
	case "with", "context", "new", "inject", "set", "append", "into", "start", "add", "put", "to", "extract":
		return true
	}
	return false
}

// nilFallback reports whether d stands in the branch of `if v == nil`.
func (m *model) nilFallback(d *syntax.Def, v *types.Var) bool {
	n := m.syn.Enclosing(d.Node, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IfStmt, *ast.FuncLit, *ast.FuncDecl:
			return true
		}
		return false
	})
	is, ok := n.(*ast.IfStmt)
	if !ok || d.Node.Pos() < is.Body.Pos() || d.Node.Pos() > is.Body.End() {
		return false
	}
	return m.testsNil(is.Cond, v, "==")
}

// testsNil reports whether cond is, or contains, a comparison of v with nil.
func (m *model) testsNil(cond ast.Expr, v *types.Var, op string) bool {
	found := false
	m.syn.Inspect(cond, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && b.Op.String() == op && isNil(m.info, b.Y) {
			if w := m.syn.VarOf(b.X); w != nil && w.Origin() == v.Origin() {
				found = true
			}
		}
		return !found
	})
	return found
}

func isNil(info *types.Info, e ast.Expr) bool {
	tv, ok := info.Types[e]
	return ok && tv.IsNil()
}
