package callplan

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// named gives a call the downstream's name, its class and its time, where a directive, the configuration or the
// contract says them.
func (b *builder) named(n Node, c *downstream.Call) Node {
	d, ok := b.dirs.Named(c.Fn)
	if !ok {
		return n
	}
	n.Name, n.Class = d.Name, d.Class
	if d.Effect != "" {
		n.Write = d.Effect == "write"
	}
	if d.Timeout > 0 && n.Kind == Call {
		n.Time = Span{D: d.Timeout, Why: "as declared for " + syntax.Spell(c.Fn)}
	}
	if d.Row != nil {
		n.Expected = d.Row.Expected
		if n.Time.D == d.Row.Timeout {
			n.Time.Why = contractWhy(d.Row.Name)
		}
	}
	return n
}

func contractWhy(name string) string { return "timeoutMs of " + name + " in the contract" }

func class(d *contract.Downstream, otherwise string) string {
	switch {
	case d.Core:
		return "core"
	case d.Degradable:
		return "degradable"
	}
	return otherwise
}

// row finds a downstream in the contract.
func (m *model) row(name string) *contract.Downstream { return m.cfg.Row(name) }

// dependency is what is known of a *downstream.Downstream of the runtime.
type dependency struct {
	name, class       string
	timeout, expected time.Duration
	attempts          int
	pause             time.Duration
}

// dependencyOf follows an expression of that type back to downstream.New("name", …) or to the look-up of a constant
// name: set.Get("name").
func (m *model) dependencyOf(e ast.Expr, depth int) (d dependency) {
	if e == nil || depth > maxDepth {
		return d
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return m.dependencyOf(m.only(e), depth+1)
	case *ast.CallExpr:
		t := m.Target(e)
		if len(e.Args) == 0 || t.Fn == nil {
			return d
		}
		name := m.text(e.Args[0])
		if name == "" || !syntax.Is(m.Info.TypeOf(e), runtimePath+"downstream", "Downstream") {
			return d
		}
		d.name = name
		if len(e.Args) == 2 {
			m.configured(e.Args[1], &d)
		}
		if row := m.row(name); row != nil {
			d.class, d.timeout, d.expected = class(row, d.class), row.Timeout, row.Expected
			if row.Retry != nil && row.Retry.Idempotent {
				d.attempts, d.pause = row.Retry.Attempts, row.Retry.Cap
			}
		}
	}
	return d
}

// configured reads the literal of a downstream.Config.
func (m *model) configured(e ast.Expr, d *dependency) {
	if rhs := m.only(e); rhs != nil {
		e = rhs
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, _ := kv.Key.(*ast.Ident)
		if key == nil {
			continue
		}
		yes := false
		if tv := m.Info.Types[kv.Value]; tv.Value != nil && tv.Value.Kind() == constant.Bool {
			yes = constant.BoolVal(tv.Value)
		}
		switch {
		case key.Name == "Timeout":
			d.timeout = m.span(kv.Value, 0).D
		case key.Name == "Expected":
			d.expected = m.span(kv.Value, 0).D
		case key.Name == "Core" && yes:
			d.class = "core"
		case key.Name == "Degradable" && yes:
			d.class = "degradable"
		}
	}
}

func (m *model) text(e ast.Expr) string {
	if tv, ok := m.Info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return ""
}

// guarded builds a call through the runtime: downstream.Do(ctx, d, f), aggregate.Require(g, d, f), pool.Map(…).
func (b *builder) guarded(call *ast.CallExpr) (p part, ok bool) {
	fn := b.Target(call).Fn
	if fn == nil || fn.Pkg() == nil {
		return p, false
	}
	switch {
	case len(call.Args) >= 3 && syntax.IsFunc(fn, runtimePath+"downstream", "Do", "DoOr"):
		n, ok := b.guard(call, call.Args[1], call.Args[2])
		n.Optional = fn.Name() == "DoOr"
		p.node(n, ok)
		return p, true
	case len(call.Args) >= 3 && syntax.IsFunc(fn, runtimePath+"aggregate", "Require", "Prefer"):
		n, ok := b.guard(call, call.Args[1], call.Args[2])
		n.Optional = fn.Name() == "Prefer"
		if ok {
			t := task{node: n, keys: []*types.Var{b.VarOf(call.Args[0])}}
			if as, ok := b.Parent(call).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
				if v := b.VarOf(as.Lhs[0]); v != nil { // result.Await() waits for it alone
					t.keys = append(t.keys, v)
				}
			}
			p.tasks = []task{t}
		}
		return p, true
	case len(call.Args) >= 4 && syntax.IsFunc(fn, runtimePath+"pool", "Map", "Each"):
		if body, ok := b.value(call.Args[3]); ok {
			each := Node{Kind: Each, At: b.at(call), N: count(b.bound.Size(call.Args[1])), Limit: b.number(call.Args[2], 0)}
			p.node(around(each, []Node{body}))
		}
		return p, true
	}
	return p, false
}

// guard is a call that a Downstream makes: within its timeout, and again as often as it says.
func (b *builder) guard(call *ast.CallExpr, down, f ast.Expr) (Node, bool) {
	d := b.dependencyOf(down, 0)
	n := Node{Kind: Bounded, At: b.at(call), Name: d.name, Class: d.class, Expected: d.expected,
		Time: Span{D: d.timeout, Sym: "timeout of " + types.ExprString(down)}}
	if d.timeout > 0 {
		n.Time = Span{D: d.timeout, Why: "timeout of " + d.name}
	}
	body, ok := b.value(f)
	if !ok {
		body = Node{Kind: Call, At: b.at(f), What: types.ExprString(down), Likely: true}
		if _, lit := ast.Unparen(f).(*ast.FuncLit); !lit {
			body.What = types.ExprString(f)
		}
	}
	n, _ = around(n, []Node{body})
	if d.attempts > 1 {
		return around(Node{Kind: Retry, At: n.At, Name: d.name, N: Count{N: d.attempts}, Time: Span{D: d.pause}}, []Node{n})
	}
	return n, true
}

// nameOf is what the contract or a directive calls the downstream of a node, searched below wrappers.
func nameOf(n *Node) string {
	for n.Name == "" && len(n.Kids) == 1 {
		n = &n.Kids[0]
	}
	return n.Name
}
