package syntax

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// A guard is a bool parameter on which something in a function depends: its index + 1, negative where it has to be
// false; 0 is none.
//
//	func targets(svc *Service, resolve bool) { if resolve { net.LookupIP(…) } } // the call's guard is 2

// Guard finds the innermost parameter of f that n, in f, depends on. It sees `if p`, `if !p` and `if p && …`, not an
// early return.
func (p *Package) Guard(f *Func, n ast.Node) int {
	child := n
	for n := p.Parent(child); n != nil && n != f.Node; child, n = n, p.Parent(n) {
		is, ok := n.(*ast.IfStmt)
		if !ok {
			continue
		}
		switch child {
		case is.Body:
			if g := p.flag(f, is.Cond, true); g != 0 {
				return g
			}
		case is.Else:
			if g := -p.flag(f, is.Cond, false); g != 0 {
				return g
			}
		}
	}
	return 0
}

// flag finds the parameter that decides a condition; with holds also one of several that all have to hold.
func (p *Package) flag(f *Func, cond ast.Expr, holds bool) int {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			return -p.flag(f, cond.X, false)
		}
	case *ast.BinaryExpr:
		if cond.Op == token.LAND && holds {
			if g := p.flag(f, cond.X, true); g != 0 {
				return g
			}
			return p.flag(f, cond.Y, true)
		}
	case *ast.Ident:
		return p.paramOf(f, cond) + 1
	}
	return 0
}

// paramOf is the index of the parameter that e names, where nothing else is ever assigned to it; -1 for anything else.
func (p *Package) paramOf(f *Func, e ast.Expr) int {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return -1
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok {
		return -1
	}
	if defs := p.All(v); len(defs) == 1 && defs[0].Kind == Param && defs[0].Func == f {
		return max(defs[0].Param, -1)
	}
	return -1
}

// Shut reports whether the constant that a call passes keeps from happening what the called function's guard guards.
func (p *Package) Shut(t Target, call *ast.CallExpr, guard int) bool {
	arg := guardArg(t, call, guard)
	if arg == nil {
		return false
	}
	tv, ok := p.Info.Types[arg]
	return ok && tv.Value != nil && tv.Value.Kind() == constant.Bool && constant.BoolVal(tv.Value) != (guard > 0)
}

// Relay is the guard of f that a guard of the called function becomes where f passes its own parameter on.
func (p *Package) Relay(f *Func, t Target, call *ast.CallExpr, guard int) int {
	arg := guardArg(t, call, guard)
	if arg == nil {
		return 0
	}
	own := p.flag(f, arg, false)
	if guard < 0 {
		return -own
	}
	return own
}

func guardArg(t Target, call *ast.CallExpr, guard int) ast.Expr {
	if guard == 0 {
		return nil
	}
	return t.Arg(call, max(guard, -guard)-1)
}
