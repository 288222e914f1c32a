package syntax

import (
	"go/ast"
	"go/token"
)

// entry is a node of the index.
type entry struct {
	node        ast.Node
	parent, end int32
	kind, below Kind // its own, and those of the whole subtree
}

// Kind is a set of kinds of nodes, for Walk.
type Kind uint32

const (
	Calls    Kind = 1 << iota // *ast.CallExpr
	Literals                  // *ast.FuncLit
	Gos                       // *ast.GoStmt
	Defers                    // *ast.DeferStmt
	Loops                     // *ast.ForStmt and *ast.RangeStmt
	Selects                   // *ast.SelectStmt
	Sends                     // *ast.SendStmt
	Receives                  // *ast.UnaryExpr with <-
	Labels                    // *ast.LabeledStmt
	Lists                     // *ast.BlockStmt, *ast.CaseClause and *ast.CommClause
	Returns                   // *ast.ReturnStmt
	Ifs                       // *ast.IfStmt
	Assigns                   // *ast.AssignStmt
	Plain                     // *ast.ExprStmt
	Keyed                     // *ast.KeyValueExpr
	Counts                    // *ast.IncDecStmt
	Specs                     // *ast.ValueSpec
)

func kindOf(n ast.Node) Kind {
	switch n := n.(type) {
	case *ast.Ident: // none, but common
		return 0
	case *ast.CallExpr:
		return Calls
	case *ast.FuncLit:
		return Literals
	case *ast.GoStmt:
		return Gos
	case *ast.DeferStmt:
		return Defers
	case *ast.ForStmt, *ast.RangeStmt:
		return Loops
	case *ast.SelectStmt:
		return Selects
	case *ast.SendStmt:
		return Sends
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return Receives
		}
	case *ast.LabeledStmt:
		return Labels
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return Lists
	case *ast.ReturnStmt:
		return Returns
	case *ast.IfStmt:
		return Ifs
	case *ast.AssignStmt:
		return Assigns
	case *ast.ExprStmt:
		return Plain
	case *ast.KeyValueExpr:
		return Keyed
	case *ast.IncDecStmt:
		return Counts
	case *ast.ValueSpec:
		return Specs
	}
	return 0
}

// Inspect calls f for root and what lies below it, in the order of ast.Inspect and without what f turns down; there
// are no calls with nil or with comments. root has to be a node of the package.
func (p *Package) Inspect(root ast.Node, f func(ast.Node) bool) {
	i, ok := p.at[root]
	if !ok {
		ast.Inspect(root, func(n ast.Node) bool { return n != nil && f(n) })
		return
	}
	for end := p.nodes[i].end; i < end; {
		if f(p.nodes[i].node) {
			i++
		} else {
			i = p.nodes[i].end
		}
	}
}

// Walk is Inspect for the nodes of some kinds only. It passes over subtrees that hold none of them, so a walk for what
// is rare costs next to nothing. root may be nil.
func (p *Package) Walk(root ast.Node, kinds Kind, f func(ast.Node) bool) {
	if root == nil {
		return
	}
	i, ok := p.at[root]
	if !ok {
		ast.Inspect(root, func(n ast.Node) bool { return n != nil && (kindOf(n)&kinds == 0 || f(n)) })
		return
	}
	for end := p.nodes[i].end; i < end; {
		e := &p.nodes[i]
		if e.below&kinds == 0 || e.kind&kinds != 0 && !f(e.node) {
			i = e.end
		} else {
			i++
		}
	}
}

// Flat is Walk without the function literals below root.
func (p *Package) Flat(root ast.Node, kinds Kind, f func(ast.Node)) {
	p.Walk(root, kinds|Literals, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		f(n)
		return true
	})
}

// List is the statement list that n itself holds: of a block, of a case or of a select's clause; nil of anything else.
func List(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}
