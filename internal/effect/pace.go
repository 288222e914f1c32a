package effect

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// pacers finds the functions that wait for a rate limiter on behalf of their callers, through each other too.
//
//	func (p *Pacer) Next(ctx context.Context) error { return p.lim.Wait(ctx) }
func (m *model) pacers() {
	for grew := true; grew; {
		grew = false
		for _, f := range m.Funcs {
			c := m.changes[f]
			if c == nil || c.Paces || f.Obj == nil || f.Body == nil || f.Broken || len(m.down.Of(f)) > 0 {
				continue
			}
			if m.awaitsTurn(f) {
				c.Paces, grew = true, true
			}
		}
	}
}

// awaitsTurn: f itself, outside function literals, waits for a rate limiter, or calls what does.
func (m *model) awaitsTurn(f *syntax.Func) (found bool) {
	m.Flat(f.Body, syntax.Calls, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return
		}
		t := m.Target(call)
		if known := m.changesOf(t); known != nil && known.Paces {
			found = true
			return
		}
		if t.Fn != nil && m.limits(call) {
			switch t.Fn.Name() {
			case "Wait", "WaitN", "WaitMaxDuration", "Take", "Accept":
				found = true
			}
		}
	})
	return found
}
