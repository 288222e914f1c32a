package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// suggestedLimit is how many calls at a time a suggested loop makes.
const suggestedLimit = 8

// Suggest is the plan as it could be: calls that do not need each other at the same time, loops whose rounds do not need
// each other several at a time. changed says that there is anything to gain.
func (n *Node) Suggest() (better Node, changed bool) {
	return n.suggest()
}

func (n *Node) suggest() (Node, bool) {
	out, changed := *n, false
	out.Kids = make([]Node, len(n.Kids))
	for i := range n.Kids {
		k, c := n.Kids[i].suggest()
		out.Kids[i], changed = k, changed || c
	}
	switch {
	case n.Kind == Seq:
		kids, c := gather(out.Kids)
		changed = changed || c
		out, _ = seq(kids)
	case n.Kind == Loop && n.Wave > 0:
		out.Kind, out.Limit, out.Wave, changed = Each, Count{N: suggestedLimit}, 0, true
	}
	return out, changed
}

// gather puts the calls of each wave where its first one is.
func gather(kids []Node) (out []Node, changed bool) {
	first := map[int]int{}
	for _, k := range kids {
		w := wave(&k)
		at, seen := first[w]
		switch {
		case w == 0:
			out = append(out, k)
		case !seen:
			first[w] = len(out)
			out = append(out, k)
		default:
			p := &out[at]
			if p.Kind != Par {
				*p = Node{Kind: Par, At: p.At, Kids: []Node{*p}}
			}
			p.Kids = append(p.Kids, k)
			changed = true
		}
	}
	return out, changed
}

func wave(n *Node) int {
	for n.Kind == Free || n.Kind == If {
		n = &n.Kids[0]
	}
	if n.Kind == Call || n.Kind == Ref {
		return n.Wave
	}
	return 0
}

// ignores: the error of a call is dropped, or seen and not acted upon.
func (b *builder) ignores(call *ast.CallExpr) bool {
	t := b.Target(call)
	if t.Fn == nil {
		return false
	}
	results := t.Fn.Signature().Results()
	if results.Len() == 0 || !syntax.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	switch s := b.Parent(call).(type) {
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		if len(s.Rhs) != 1 {
			return false
		}
		last := s.Lhs[len(s.Lhs)-1]
		if id, ok := last.(*ast.Ident); ok && id.Name == "_" {
			return true
		}
		return b.onlyLogged(s, last)
	}
	return false
}

// onlyLogged: the if after s asks for the error, and goes on.
func (b *builder) onlyLogged(s *ast.AssignStmt, e ast.Expr) bool {
	is, ok := b.Parent(s).(*ast.IfStmt)
	if !ok || is.Init != s {
		block, ok := b.Parent(s).(*ast.BlockStmt)
		if !ok {
			return false
		}
		i := slices.Index(block.List, ast.Stmt(s))
		if i < 0 || i+1 >= len(block.List) {
			return false
		}
		if is, ok = block.List[i+1].(*ast.IfStmt); !ok {
			return false
		}
	}
	cond, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || b.VarOf(cond.X) == nil || b.VarOf(cond.X) != b.VarOf(e) {
		return false
	}
	return !syntax.Leaves(is.Body) || b.tellsNobody(is.Body)
}

// tellsNobody: the branch returns from a function that has results, and none of them is an error.
func (b *builder) tellsNobody(body *ast.BlockStmt) bool {
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	f := b.Around(body)
	if !ok || len(ret.Results) == 0 || f == nil || f.Sig == nil {
		return false
	}
	for v := range f.Sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); syntax.IsError(v.Type()) || ok && b.Info()&types.IsBoolean != 0 {
			return false
		}
	}
	return true
}
