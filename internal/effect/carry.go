package effect

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// decided: a round puts something into a value from outside the loop, by a method, and asks that value, by another one,
// what to do.
//
//	if done.Contains(id) { continue }
//	…
//	done.Add(id)
//
// A map that is looked up by the item itself is no such value: which rounds fall out is known before the first call.
func (l *looked) decided(calls []*ast.CallExpr) bool {
	var changed []place
	for _, call := range calls {
		if p, ok := l.kept(call); ok && l.alters(call) {
			changed = append(changed, p)
		}
	}
	return len(changed) > 0 && slices.ContainsFunc(calls, func(call *ast.CallExpr) bool {
		p, ok := l.kept(call)
		return ok && slices.Contains(changed, p) && !onlyError(l.Target(call).Fn.Signature()) && l.judged(call)
	})
}

// kept is the receiver of a method call, if it outlives the round and is not the item.
func (l *looked) kept(call *ast.CallExpr) (place, bool) {
	t := l.Target(call)
	if t.Recv == nil || t.Fn == nil || l.calls[call] != nil || l.logs(t.Fn) || l.isContextual(t.Recv) {
		return place{}, false
	}
	p, ok := l.place(t.Recv)
	v, isVar := p.Root.(*types.Var)
	return p, ok && isVar && !l.inside(v) && !slices.ContainsFunc(l.items, p.overlaps)
}

// alters: the method changes its receiver: its fact says so, or its verb and that nobody takes its result.
func (l *looked) alters(call *ast.CallExpr) bool {
	t := l.Target(call)
	if c := l.changesOf(t); c != nil {
		return slices.Contains(c.Params, -1) || c.Shared
	}
	verb := firstWord(t.Fn.Name())
	return slices.Contains(adders, verb) || slices.Contains(builds, verb) && l.dropped(call)
}

// judged: the call stands in a condition of the loop, or what it gives is looked at in one.
func (l *looked) judged(call *ast.CallExpr) bool {
	for child, p := ast.Node(call), l.Parent(call); p != nil && child != ast.Node(l.stmt); child, p = p, l.Parent(p) {
		switch p := p.(type) {
		case *ast.IfStmt:
			return child == ast.Node(p.Cond) || child == ast.Node(p.Init)
		case *ast.SwitchStmt:
			return child == ast.Node(p.Tag) || child == ast.Node(p.Init)
		case *ast.CaseClause:
			return true
		case *ast.AssignStmt:
			if _, header := l.Parent(p).(*ast.IfStmt); header {
				return true
			}
			return slices.ContainsFunc(p.Lhs, l.inCondition)
		case ast.Stmt:
			return false
		}
	}
	return false
}

// inCondition: the variable is looked at in a condition of the loop.
func (l *looked) inCondition(e ast.Expr) (found bool) {
	v := l.VarOf(e)
	if v == nil || syntax.IsError(v.Type()) {
		return false
	}
	l.Inspect(l.body, func(n ast.Node) bool {
		if ifs, ok := n.(*ast.IfStmt); ok && !found {
			l.Inspect(ifs.Cond, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && l.Info.Uses[id] == types.Object(v)
				return !found
			})
		}
		return !found
	})
	return found
}

// commands: the function around is called for what it sets, and says by an error alone how that went, so a GET in it may
// well be the order: devices are switched so.
func (m *model) commands(f *syntax.Func) bool {
	root := f.Root()
	if root.Sig == nil || !onlyError(root.Sig) {
		return false
	}
	switch firstWord(root.Name()) {
	case "enable", "disable", "set", "start", "stop", "switch", "toggle", "turn", "activate", "deactivate", "power", "trigger", "press",
		"lock", "unlock", "reboot", "restart", "pause", "resume", "suspend", "wake", "mute":
		return true
	}
	return false
}

// orders: an HTTP request below a helper, which a function that sets something makes.
func orders(c *downstream.Call) bool {
	return c.Sink == nil && slices.ContainsFunc(c.Reach, func(x downstream.Reach) bool { return x.Protocol == catalog.HTTP })
}
