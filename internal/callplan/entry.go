package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Entry is a place where requests come in: an HTTP handler, a method of a gRPC or Connect service, or what a directive
// or the configuration names.
type Entry struct {
	Func  *syntax.Func
	Name  string // "(*Server).handleDashboard"
	Route string // "GET /api/dashboard", where it is registered in sight
	Pos   token.Pos
	// Total and Margin are what a directive, the configuration or the contract gives it; 0 means not said.
	Total, Margin time.Duration
	TotalWhy      string
	Plan          *Node // nil: it calls nothing
}

// entries lists the entry points.
func (m *model) entries() (out []Entry) {
	routes := m.routes()
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Body == nil || !m.isEntry(f) {
			continue
		}
		e := Entry{Func: f, Name: m.spell(f), Route: routes[f], Pos: f.Node.Pos()}
		if f.Outer == nil {
			e.Plan = m.plans[f]
		} else {
			b := &builder{model: m, f: f}
			if n, ok := b.function(f); ok {
				e.Plan = &n
			}
		}
		m.total(&e)
		out = append(out, e)
	}
	return out
}

func (m *model) spell(f *syntax.Func) string {
	if f.Obj != nil {
		return syntax.Spell(f.Obj)
	}
	if name := f.Name(); name != "" {
		return "a literal in " + name
	}
	return "a literal"
}

func (m *model) isEntry(f *syntax.Func) bool {
	if m.dead.Handler(f) && !m.wraps(f) && !m.helps(f) {
		return true
	}
	if f.Obj != nil {
		if _, ok := m.dirs.Entry(f.Obj); ok {
			return true
		}
		if m.serves(f.Obj) {
			return true
		}
	}
	return m.framework(f)
}

// wraps: a middleware calls the next handler, a generated router the method of the service's interface; the request is
// answered there.
func (m *model) wraps(f *syntax.Func) bool {
	found := false
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		fn := m.Target(call).Fn
		if fn != nil && (fn.Name() == "ServeHTTP" || f.Outer != nil && syntax.IsInterface(fn) && m.handsOn(f, call)) {
			found = true
		}
		return !found
	})
	return found
}

// handsOn: a call is given what a handler itself was given.
func (m *model) handsOn(f *syntax.Func, call *ast.CallExpr) bool {
	params := f.Sig.Params()
	if len(call.Args) < params.Len() || params.Len() < 2 {
		return false
	}
	for i := range params.Len() {
		if m.VarOf(call.Args[i]) != params.At(i) {
			return false
		}
	}
	return true
}

// helps: a part of a handler, which a handler calls: it gives something back, or is called and never registered.
func (m *model) helps(f *syntax.Func) bool {
	if f.Sig != nil && f.Sig.Results().Len() > 1 {
		return true
	}
	return f.Obj != nil && !f.Obj.Exported() && m.called[f.Obj] && !m.valued(f.Obj)
}

// framework: a handler of gin, echo, fiber and the like takes their context, and little else.
func (m *model) framework(f *syntax.Func) bool {
	if f.Sig == nil || f.Sig.Params().Len() != 1 {
		return false
	}
	t := f.Sig.Params().At(0).Type()
	src, ok := catalog.SourceOf(t)
	if !ok || !src.Request || syntax.IsRequest(t) || strings.Contains(src.Pkg, "grpc") {
		return false
	}
	// A helper takes it, too: a handler is a value that somebody registers.
	return f.Outer != nil && m.registered(f.Node) || f.Obj != nil && m.valued(f.Obj)
}

func (m *model) registered(lit ast.Node) bool {
	_, ok := m.Parent(lit).(*ast.CallExpr)
	return ok
}

// valued: the function is named without being called.
func (m *model) valued(fn *types.Func) bool { return len(m.asValue[fn]) > 0 }

// total fills in the time that the entry has: by directive or configuration, else by the only aggregator of the
// contract.
func (m *model) total(e *Entry) {
	if e.Func.Obj != nil {
		if d, ok := m.dirs.Entry(e.Func.Obj); ok && d.Total > 0 {
			e.Total, e.Margin, e.TotalWhy = d.Total, d.Margin, "its entry directive"
			return
		}
	}
	if c := m.cfg.Contract; c != nil && len(c.Aggregators) == 1 && m.concerns(e.Plan) {
		a := c.Aggregators[0]
		e.Total, e.Margin, e.TotalWhy = a.TotalBudget, a.SafetyMargin, "the contract"
	}
}

// concerns: the contract names something that the plan calls.
func (m *model) concerns(n *Node) bool {
	found := false
	if n != nil {
		n.Each(func(k *Node) bool {
			found = found || m.row(k.Name) != nil
			return !found
		})
	}
	return found
}
