package attempt

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// varies: the call is not the same one each round. Its operands, contexts aside, come from a counter, a channel, a
// range, or from what an earlier round answered: pages, replicas, items.
func (m *model) varies(l *loop, call *ast.CallExpr) bool {
	seen := map[*types.Var]bool{}
	var depends func(e ast.Node) bool
	depends = func(e ast.Node) bool {
		found := false
		m.syn.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW
			case *ast.CallExpr:
				fn := m.syn.Target(n).Fn
				found = found || fn != nil && n != call && syntax.HasWord(fn.Name(), "next", "pick", "rotate", "choose", "shift", "pop", "dequeue")
			case *ast.Ident:
				v, ok := m.info.Uses[n].(*types.Var)
				if !ok || v.IsField() || seen[v] || found || syntax.IsContext(v.Type()) {
					return !found
				}
				seen[v] = true
				if m.counter(l, v) {
					found = true
					return false
				}
				for _, d := range m.syn.All(v) {
					if !l.holds(d.Node) || d.Node == l.node && d.Kind != syntax.Ranged {
						continue
					}
					switch {
					case d.Kind == syntax.Ranged:
						found = true
					case d.Rhs == ast.Expr(call), d.Rhs == m.whole(call):
						found = !syntax.IsError(v.Type()) && !m.reset(l, v, call)
					case d.Rhs != nil:
						found = depends(d.Rhs)
					}
					if found {
						return false
					}
				}
			}
			return !found
		})
		return found
	}
	for _, a := range call.Args {
		if t := m.info.TypeOf(a); t != nil && syntax.IsContext(t) {
			continue
		}
		if depends(a) {
			return true
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return depends(sel.X)
	}
	return false
}

// rotates: as many rounds as a collection has items: another one each time, even where it is not seen which.
func (m *model) rotates(l *loop) bool {
	if l.cond == nil {
		return false
	}
	for _, b := range conjuncts(l.cond) {
		if cmp, ok := b.(*ast.BinaryExpr); ok && cmp.Op != token.LAND && cmp.Op != token.LOR {
			if call, ok := ast.Unparen(cmp.Y).(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "len" {
					return true
				}
			}
		}
	}
	return false
}

// reset: before each call v is declared or assigned anew, so that it carries nothing from round to round.
func (m *model) reset(l *loop, v *types.Var, call *ast.CallExpr) bool {
	for _, d := range m.syn.All(v) {
		if d.Rhs != m.whole(call) && l.holds(d.Node) && d.Node.Pos() < call.Pos() {
			return true
		}
	}
	return false
}
