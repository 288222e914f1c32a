// Package sharing answers which downstream calls of a package get in each other's way, because they share a client, a
// queue with one worker, or a limit. It does not tell whether that does harm; it leaves out the defaults of pools.
package sharing

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Shared is what was found in one package, each list in source order.
type Shared struct {
	Defaults []ast.Expr // settings of http.DefaultClient and http.DefaultTransport that are assigned to
	Queues   []Queue
	Waits    []Wait
	Pairs    []Pair
	Permits  []Permit
}

// Queue is a queue of work for several receivers, with one worker.
type Queue struct {
	Queue ast.Expr      // what the worker ranges over
	Call  *ast.CallExpr // the call to the receiver of one item
}

// Wait is a place of a limited group that is held while its holder waits for a limit of its own target.
type Wait struct {
	Group   ast.Expr
	Limit   *ast.CallExpr // g.SetLimit(10)
	Acquire *ast.CallExpr
}

// Pair is a core and a degradable downstream that share something.
type Pair struct {
	Core, Degradable string
	What             string   // "the client c.http"
	At               ast.Node // where the second of them takes it
	Shared           ast.Node // where it is made, or set
}

// Permit is a semaphore that calls of different clients take.
type Permit struct {
	Limit         ast.Expr // the semaphore, as the second of them spells it
	At            ast.Node // where that takes it
	Other         ast.Node // where the first one does
	Client, First string   // what each calls
}

// Find looks at one package. class gives the name and the class of the downstream that a function calls, where somebody
// says them.
func Find(known *downstream.Result, class func(*types.Func) (name, class string)) *Shared {
	f := &finder{Package: known.Syntax, down: known, class: class}
	for _, file := range f.Files {
		f.Walk(file, syntax.Assigns, func(n ast.Node) bool {
			for _, l := range n.(*ast.AssignStmt).Lhs {
				if f.isDefault(l) {
					f.found.Defaults = append(f.found.Defaults, l)
				}
			}
			return true
		})
	}
	for _, fn := range f.Funcs {
		if !fn.Broken && !fn.Test {
			f.queues(fn)
			f.waits(fn)
		}
	}
	f.pairs()
	f.permits()
	return &f.found
}

type finder struct {
	*syntax.Package
	down  *downstream.Result
	class func(*types.Func) (name, class string)
	found Shared
}

// waits: a member of a limited group waits for a limit that belongs to its own target.
func (f *finder) waits(fn *syntax.Func) {
	call, ok := f.Parent(fn.Node).(*ast.CallExpr)
	if !ok || fn.Outer == nil {
		return
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Go" || f.VarOf(sel.X) == nil {
		return
	}
	limit := f.limitOf(f.VarOf(sel.X), fn)
	if limit == nil {
		return
	}
	f.Flat(fn.Body, syntax.Calls, func(n ast.Node) {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		s, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || s.Sel.Name != "Acquire" {
			return
		}
		if ix, ok := ast.Unparen(s.X).(*ast.IndexExpr); ok && isMap(f.Info.TypeOf(ix.X)) {
			f.found.Waits = append(f.found.Waits, Wait{sel.X, limit, c})
		}
	})
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func (f *finder) limitOf(g *types.Var, fn *syntax.Func) (limit *ast.CallExpr) {
	f.Walk(fn.Root().Node, syntax.Calls, func(n ast.Node) bool {
		c := n.(*ast.CallExpr)
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "SetLimit" && f.VarOf(sel.X) == g {
			limit = c
		}
		return limit == nil
	})
	return limit
}
