package syntax

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// Target is what a call runs.
type Target struct {
	Fn   *types.Func // the function or method, also of an interface; nil for a literal
	Func *Func       // its body, where it stands in this package
	// Recv is the receiver's expression for a method call or method value; nil otherwise.
	Recv ast.Expr
}

// Target resolves a call: functions, methods, method values, closures, and variables or fields of function type that
// one assignment decides. It returns the zero Target for conversions, builtins and whatever it cannot tell.
func (p *Package) Target(call *ast.CallExpr) Target {
	if t, ok := p.targets[call]; ok {
		return t
	}
	return p.resolve(call) // of no file that is indexed
}

func (p *Package) resolve(call *ast.CallExpr) Target {
	switch fn := typeutil.Callee(p.Info, call).(type) {
	case *types.Func:
		return p.target(ast.Unparen(call.Fun), fn)
	case *types.Var:
		return p.FuncValue(call.Fun)
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return Target{Func: p.funcs[lit]}
	}
	return Target{}
}

// FuncValue resolves an expression of function type.
func (p *Package) FuncValue(e ast.Expr) Target { return p.funcValue(e, 0) }

func (p *Package) funcValue(e ast.Expr, depth int) Target {
	e = ast.Unparen(e)
	if depth > 4 {
		return Target{}
	}
	switch e := e.(type) {
	case *ast.FuncLit:
		return Target{Func: p.funcs[e]}
	case *ast.IndexExpr:
		return p.funcValue(e.X, depth+1)
	case *ast.CallExpr: // a conversion such as http.HandlerFunc(f)
		if tv, ok := p.Info.Types[e.Fun]; ok && tv.IsType() && len(e.Args) == 1 {
			return p.funcValue(e.Args[0], depth+1)
		}
	case *ast.Ident, *ast.SelectorExpr:
		var obj types.Object
		if id, ok := e.(*ast.Ident); ok {
			obj = p.Info.Uses[id]
		} else {
			sel := e.(*ast.SelectorExpr)
			if s := p.Info.Selections[sel]; s != nil {
				obj = s.Obj()
			} else {
				obj = p.Info.Uses[sel.Sel]
			}
		}
		switch obj := obj.(type) {
		case *types.Func:
			return p.target(e, obj)
		case *types.Var:
			if defs := p.Reach(obj, e); len(defs) == 1 && defs[0].Kind == Assigned && defs[0].Arity == 1 {
				return p.funcValue(defs[0].Rhs, depth+1)
			}
		}
	}
	return Target{}
}

func (p *Package) target(fun ast.Expr, fn *types.Func) Target {
	t := Target{Fn: fn.Origin(), Func: p.Decl(fn)}
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := p.Info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			t.Recv = sel.X
		}
	}
	return t
}

// Arg returns the expression that binds parameter i of the called function (-1 the receiver); nil where none does, as
// for an omitted or spread variadic.
func (t Target) Arg(call *ast.CallExpr, i int) ast.Expr {
	if i < 0 {
		return t.Recv
	}
	if i >= len(call.Args) || len(call.Args) == 1 && t.arity() > 1 {
		return nil
	}
	return call.Args[i]
}

func (t Target) arity() int {
	switch {
	case t.Fn != nil:
		return t.Fn.Signature().Params().Len()
	case t.Func != nil && t.Func.Sig != nil:
		return t.Func.Sig.Params().Len()
	}
	return 0
}

// IsInterface reports whether fn is a method of an interface type.
func IsInterface(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	r := fn.Signature().Recv()
	return r != nil && types.IsInterface(r.Type())
}

// Enclosing walks outwards from n, n excluded, until stop returns true, and returns that node; nil at the top.
func (p *Package) Enclosing(n ast.Node, stop func(ast.Node) bool) ast.Node {
	for n = p.Parent(n); n != nil; n = p.Parent(n) {
		if stop(n) {
			return n
		}
	}
	return nil
}
