package callplan

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Contradiction is a place where code says about a downstream what the contract does not.
type Contradiction struct {
	Node    ast.Node
	Message string // lower case, without full stop
}

// Contradictions compares the constants of this package with the contract, in source order; there are none without one.
func (r *Result) Contradictions() []Contradiction {
	if r.m == nil || r.m.cfg.Contract == nil {
		return nil
	}
	c := contradictions{model: r.m}
	for _, f := range c.Files {
		c.Walk(f, syntax.Calls, func(n ast.Node) bool {
			c.call(n.(*ast.CallExpr))
			return true
		})
	}
	for _, f := range c.Funcs {
		if decl, ok := f.Node.(*ast.FuncDecl); ok && f.Obj != nil && !f.Test {
			c.directive(f.Obj, decl)
		}
	}
	slices.SortStableFunc(c.found, func(a, b Contradiction) int { return c.Order(a.Node, b.Node) })
	return c.found
}

type contradictions struct {
	*model
	found []Contradiction
}

func (c *contradictions) say(n ast.Node, format string, args ...any) {
	c.found = append(c.found, Contradiction{n, fmt.Sprintf(format, args...)})
}

// call: downstream.New("name", Config{…}), set.Get("name").
func (c *contradictions) call(call *ast.CallExpr) {
	fn := c.Target(call).Fn
	made := len(call.Args) == 2 && syntax.IsFunc(fn, runtimePath+"downstream", "New")
	if !made && !(len(call.Args) == 1 && syntax.IsMethod(fn, runtimePath+"downstream", "Set", "Get")) {
		return
	}
	name := c.text(call.Args[0])
	if name == "" {
		return
	}
	if !c.has(name) {
		c.say(call.Args[0], "the contract has no downstream %q", name)
		return
	}
	if row := c.row(name); row != nil && made {
		var d dependency
		c.configured(call.Args[1], &d)
		if d.timeout > 0 && d.timeout != row.Timeout {
			c.say(call, "%s has a timeout of %s here and of %s in the contract", name, Short(d.timeout), Short(row.Timeout))
		}
		c.class(call, name, d.class, row)
	}
}

// directive: //budgetlint:downstream name=… timeout=… on a function.
func (c *contradictions) directive(fn *types.Func, decl *ast.FuncDecl) {
	d, ok := c.dirs.Own(fn)
	if !ok || d.Name == "" {
		return
	}
	if !c.has(d.Name) {
		c.say(decl.Name, "the contract has no downstream %q, as the directive calls it", d.Name)
		return
	}
	if row := c.row(d.Name); row != nil {
		if d.Timeout > 0 && d.Timeout != row.Timeout {
			c.say(decl.Name, "%s has a timeout of %s in the directive and of %s in the contract", d.Name, Short(d.Timeout), Short(row.Timeout))
		}
		c.class(decl.Name, d.Name, d.Class, row)
	}
}

func (c *contradictions) class(n ast.Node, name, class string, row *contract.Downstream) {
	if class == "core" && row.Degradable || class == "degradable" && row.Core {
		other := "core"
		if row.Degradable {
			other = "degradable"
		}
		c.say(n, "%s is %s here and %s in the contract", name, class, other)
	}
}

// has: some aggregator has the downstream.
func (c *contradictions) has(name string) bool {
	return slices.ContainsFunc(c.cfg.Contract.Aggregators, func(a contract.Aggregator) bool { return a.Downstream(name) != nil })
}
