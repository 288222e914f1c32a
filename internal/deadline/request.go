package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// request evaluates the context that a request value (an *http.Request or a library's wrapper of one) carries.
func (m *model) request(e ast.Expr, depth int) Ctx {
	if depth > maxDepth || e == nil {
		return Ctx{}
	}
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil {
			return Ctx{}
		}
		if sel, ok := e.(*ast.SelectorExpr); ok {
			if c, ok := m.ofFramework(sel.X, e, depth); ok {
				return c // c.Request of gin
			}
			return Ctx{Origin: Stored}
		}
		var cs []Ctx
		for _, d := range m.syn.Reach(v, e) {
			cs = append(cs, m.requestDef(d, e, depth+1))
		}
		return join(cs)
	case *ast.CallExpr:
		return m.requestCall(e, 0, depth+1)
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok && syntax.IsRequest(m.info.TypeOf(lit)) {
			return Ctx{Origin: None, Expr: e}
		}
	}
	return Ctx{}
}

func (m *model) requestDef(d *syntax.Def, use ast.Expr, depth int) Ctx {
	switch d.Kind {
	case syntax.Param:
		if m.serves(d.Func) {
			return Ctx{Origin: Request, Expr: use, Maybe: m.bounded[d.Func]}
		}
		return Ctx{Origin: Param, Owner: d.Func, Index: d.Param}
	case syntax.Assigned:
		if d.Arity == 1 {
			return m.request(d.Rhs, depth)
		}
		if call, ok := ast.Unparen(d.Rhs).(*ast.CallExpr); ok {
			return m.requestCall(call, d.Index, depth)
		}
	}
	return Ctx{}
}

func (m *model) requestCall(call *ast.CallExpr, i, depth int) Ctx {
	if depth > maxDepth {
		return Ctx{}
	}
	t := m.syn.Target(call)
	if t.Fn == nil && t.Func == nil {
		return Ctx{}
	}
	if t.Fn != nil {
		if s, ok := catalog.Lookup(t.Fn); ok && s.Request {
			if s.Via == catalog.ViaArg {
				return m.parent(call, t, depth)
			}
			return Ctx{Origin: None, Expr: call}
		}
		if t.Recv != nil && isGetter(t.Fn) {
			if c, ok := m.ofFramework(t.Recv, call, depth); ok {
				return c // c.Request() of echo
			}
		}
		if t.Recv != nil && (t.Fn.Name() == "WithContext" || t.Fn.Name() == "Clone") && len(call.Args) == 1 &&
			syntax.IsContext(m.info.TypeOf(call.Args[0])) {
			return m.context(call.Args[0], depth)
		}
	}
	if c, ok := m.result(call, t, i, depth); ok {
		return c
	}
	return Ctx{}
}

// serves reports whether f has the form of an HTTP handler: it is given a ResponseWriter and a *Request.
func (m *model) serves(f *syntax.Func) bool {
	if f == nil || f.Sig == nil {
		return false
	}
	w, r := false, false
	f.Params(func(_ int, v *types.Var) bool {
		w = w || syntax.Is(v.Type(), "net/http", "ResponseWriter")
		r = r || syntax.IsRequest(v.Type())
		return true
	})
	return w && r
}

// isEntry reports whether a directive or the configuration names f as an entry point.
func (m *model) isEntry(f *syntax.Func) bool {
	if f == nil || f.Obj == nil {
		return false
	}
	_, ok := m.dirs.Entry(f.Obj)
	return ok
}

// result evaluates result i of a call to a function whose returns are known: one of this package, or one with a fact.
// ok is false where nothing is known.
func (m *model) result(call *ast.CallExpr, t syntax.Target, i, depth int) (Ctx, bool) {
	var c Ctx
	switch {
	case t.Func != nil:
		r, ok := m.returns(t.Func, i, depth)
		if !ok {
			return Ctx{}, false
		}
		c = r
	case t.Fn != nil:
		var fact Needs
		if t.Fn.Pkg() == nil || t.Fn.Pkg() == m.pass.Pkg || !m.pass.ImportObjectFact(t.Fn, &fact) {
			return Ctx{}, false
		}
		f, ok := fact.result(i)
		if !ok || f.Client {
			return Ctx{}, false
		}
		c = f.Ctx.value()
	}
	if c.Origin == Param && c.Owner == t.Func {
		arg := m.argument(t, call, c.Index, depth)
		arg.Bounded, arg.Maybe = arg.Bounded || c.Bounded, arg.Maybe || c.Maybe
		arg.Cancelable = arg.Cancelable || c.Cancelable
		return arg, true
	}
	if c.Origin == Root || c.Origin == None {
		c.Expr = call // as far as this function can see, it is made here
	}
	return c, c.Origin != Unknown || c.Bounded
}

// argument evaluates what is bound to parameter i: a context, or a request that carries one.
func (m *model) argument(t syntax.Target, call *ast.CallExpr, i, depth int) Ctx {
	arg := t.Arg(call, i)
	if arg == nil {
		return Ctx{}
	}
	if ty := m.info.TypeOf(arg); syntax.IsContext(ty) {
		return m.context(arg, depth+1)
	} else if _, ok := catalog.SourceOf(ty); ok && !syntax.IsRequest(ty) {
		return m.context(arg, depth+1)
	}
	return m.request(arg, depth+1)
}

// returns joins what the return statements of f give for result i. Answers are kept: functions are asked often.
func (m *model) returns(f *syntax.Func, i, depth int) (Ctx, bool) {
	k := resultKey{f, i}
	if c, ok := m.results[k]; ok {
		return c, c.Origin != Unknown || c.Bounded
	}
	m.results[k] = Ctx{} // recursion finds nothing
	if f.Body == nil || f.Broken || f.Sig == nil || i >= f.Sig.Results().Len() {
		return Ctx{}, false
	}
	isCtx := syntax.IsContext(f.Sig.Results().At(i).Type())
	var cs []Ctx
	m.eachReturn(f, i, func(e ast.Expr, call *ast.CallExpr, index int) {
		switch {
		case isNil(m.info, e):
			return // return nil, err
		case call != nil && isCtx:
			cs = append(cs, m.contextCall(call, index, depth+1))
		case call != nil:
			cs = append(cs, m.requestCall(call, index, depth+1))
		case isCtx:
			cs = append(cs, m.context(e, depth+1))
		default:
			cs = append(cs, m.request(e, depth+1))
		}
	})
	c := join(cs)
	m.results[k] = c
	return c, c.Origin != Unknown || c.Bounded
}

type resultKey struct {
	f *syntax.Func
	i int
}

// eachReturn gives, for every return statement of f, the expression of result i, or the call and index that give it.
func (m *model) eachReturn(f *syntax.Func, i int, yield func(e ast.Expr, call *ast.CallExpr, index int)) {
	n := f.Sig.Results().Len()
	m.syn.Inspect(f.Body, func(node ast.Node) bool {
		switch s := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(s.Results) == n:
				yield(s.Results[i], nil, 0)
			case len(s.Results) == 1:
				if call, ok := ast.Unparen(s.Results[0]).(*ast.CallExpr); ok {
					yield(call, call, i)
				}
			case len(s.Results) == 0:
				if v := f.Sig.Results().At(i); v.Name() != "" {
					m.namedResult(v, s, yield)
				}
			}
		}
		return true
	})
}

func (m *model) namedResult(v *types.Var, at ast.Node, yield func(e ast.Expr, call *ast.CallExpr, index int)) {
	for _, d := range m.syn.Reach(v, at) {
		if d.Kind != syntax.Assigned {
			continue
		}
		if call, ok := ast.Unparen(d.Rhs).(*ast.CallExpr); ok && d.Arity > 1 {
			yield(call, call, d.Index)
		} else if d.Arity == 1 {
			yield(d.Rhs, nil, 0)
		}
	}
}
