package deadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/rule"
)

// likelyDetached reports a root context that a handler gives to a call which is only probably remote: a method with a
// context and an error on an interface that is named like a client or a repository, with no implementation in sight.
// It is advice, and only where the handler's own request is at hand and the root is the argument itself.
func (m *model) likelyDetached() {
	if !m.cfg.Likely || !m.enabled("detachedctx") {
		return
	}
	for _, c := range m.down.Likely {
		h, async := m.hand(c)
		if h == nil || async || h.Command || !m.fromRequest(h) || m.deliberate(c, h) != "" {
			continue
		}
		for _, a := range c.Expr.Args {
			root, ok := ast.Unparen(a).(*ast.CallExpr)
			if !ok {
				continue
			}
			ctx := m.context(root, 0)
			if ctx.Origin != Root || ctx.Expr != ast.Expr(root) || ctx.Detached {
				continue
			}
			f := Fault{Rule: "detachedctx", Category: "likely", Shape: FreshRoot, Call: c, Hand: h,
				Need: &Need{Name: c.Name(), Call: c, Ctx: ctx}, Severity: rule.Advice}
			f.at(root)
			m.found = append(m.found, f)
		}
	}
}

// fromRequest: the context at hand is that of an incoming request, not just some parameter.
func (m *model) fromRequest(h *Hand) bool {
	_, isCtx := h.Var.Type().Underlying().(*types.Interface)
	return !isCtx || m.isEntry(h.Owner)
}
