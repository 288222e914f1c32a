package seqloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// operands proves that what the call is given is there before the loop, or is the item, and that no round changes it.
func (r *repairer) operands(p *plan) bool {
	i := syntax.CtxParam(p.Fn.Signature())
	if i < 0 {
		return false
	}
	p.ctx = p.Arg(p.Expr, i)
	if p.ctx == nil || !r.sameContext(p.ctx) {
		return false
	}
	if p.index != nil && r.assigned(p, r.known.Syntax.VarOf(p.index)) || r.rewrites(p) {
		return false
	}
	return r.given(p, p.Expr) && r.spent(p)
}

// given: what n reads is the same ahead of the loop.
func (r *repairer) given(p *plan, n ast.Node) bool {
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && (n == p.Expr || r.known.Looks(n) || r.known.Still(n) && !within(n, []ast.Expr{p.Expr.Fun}))
		case *ast.Ident:
			v, isVar := r.pass.TypesInfo.Uses[n].(*types.Var)
			if !isVar || v.IsField() {
				break
			}
			if p.loop.Pos() <= v.Pos() && v.Pos() < p.loop.End() && !r.ofHeader(p, v) {
				ok = ok && r.move(p, v)
			} else {
				ok = ok && !r.assigned(p, v)
			}
		}
		return ok
	})
	return ok
}

// move takes along the statement before the call that makes one of its operands.
func (r *repairer) move(p *plan, v *types.Var) bool {
	for _, s := range p.prelude {
		a, ok := s.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || r.known.Syntax.VarOf(a.Lhs[0]) != v {
			continue
		}
		if slices.Contains(p.moved, a) {
			return true
		}
		p.moved = append(p.moved, a)
		slices.SortFunc(p.moved, func(a, b *ast.AssignStmt) int { return int(a.Pos() - b.Pos()) })
		return len(r.known.Syntax.All(v)) == 1 && r.given(p, a.Rhs[0])
	}
	return false
}

// spent: nothing but the call needs what moves.
func (r *repairer) spent(p *plan) bool {
	inside := []ast.Expr{p.Expr}
	for _, a := range p.moved {
		inside = append(inside, a.Rhs[0])
	}
	for _, a := range p.moved {
		v := r.known.Syntax.VarOf(a.Lhs[0])
		for use, obj := range r.pass.TypesInfo.Uses {
			if obj == v && !within(use, inside) {
				return false
			}
		}
	}
	return true
}

// plain: a statement that goes on to the next one, and changes nothing but the round's own variables and the log.
func (r *repairer) plain(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && r.known.Logs(call)
	case *ast.AssignStmt:
		ok := s.Tok == token.DEFINE
		for _, e := range s.Rhs {
			ast.Inspect(e, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					ok = false
				case *ast.UnaryExpr:
					ok = ok && n.Op != token.ARROW
				case *ast.CallExpr:
					ok = ok && (r.known.Looks(n) || r.known.Still(n))
				}
				return ok
			})
		}
		return ok
	}
	return false
}

// ofHeader: v is a variable of the loop's header.
func (r *repairer) ofHeader(p *plan, v *types.Var) bool {
	return p.index != nil && r.pass.TypesInfo.Defs[p.index] == v || p.item != nil && r.pass.TypesInfo.Defs[p.item] == v
}

// sameContext: evaluating it again gives the same context.
func (r *repairer) sameContext(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name != "nil"
	case *ast.SelectorExpr:
		return r.sameContext(e.X)
	case *ast.CallExpr: // r.Context()
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && len(e.Args) == 0 && sel.Sel.Name == "Context" && r.sameContext(sel.X)
	}
	return false
}

// assigned: the body changes the variable, or lends it out.
func (r *repairer) assigned(p *plan, v *types.Var) (found bool) {
	for _, d := range r.known.Syntax.All(v) {
		if d.Node != nil && d.Node != ast.Node(p.loop) && head(p.loop).Pos() <= d.Node.Pos() && d.Node.End() <= p.loop.End() {
			return true
		}
	}
	ast.Inspect(head(p.loop), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = found || r.known.Syntax.VarOf(n.X) == v
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && r.known.Syntax.VarOf(n.X) == v && !v.IsField()
		}
		return !found
	})
	return found
}

// rewrites: the body changes the collection otherwise than each round its own element.
func (r *repairer) rewrites(p *plan) (found bool) {
	if v := r.known.Syntax.VarOf(p.over); v != nil && r.assigned(p, v) {
		return true
	}
	elem := types.ExprString(p.over) + "["
	own := "]"
	if p.index != nil {
		own = p.index.Name + "]"
	}
	check := func(e ast.Expr) {
		rest, ok := strings.CutPrefix(types.ExprString(e), elem)
		found = found || ok && !strings.HasPrefix(rest, own)
	}
	ast.Inspect(head(p.loop), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				check(lhs)
			}
		case *ast.IncDecStmt:
			check(n.X)
		}
		return !found
	})
	return found
}

func within(n ast.Node, exprs []ast.Expr) bool {
	for _, e := range exprs {
		if e.Pos() <= n.Pos() && n.End() <= e.End() {
			return true
		}
	}
	return false
}
