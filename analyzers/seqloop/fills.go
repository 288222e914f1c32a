package seqloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Where all that is left of the rounds is to fill or to extend one list, pool.Map makes that list, and no loop is left.

// fills: out := make([]T, len(items)) stands before the loop, and out[i] = x is all that is left of a round.
func (p *pooled) fills() *ast.AssignStmt {
	if p.value == nil || p.index == nil || len(p.rest) != 1 || p.file.Commented(fix.Span{From: p.branch.If.End(), To: p.loop.End()}) {
		return nil
	}
	set, ok := p.rest[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || !p.isValue(set.Rhs[0]) {
		return nil
	}
	slot, ok := set.Lhs[0].(*ast.IndexExpr)
	if !ok || !p.file.Mentions(slot.Index, p.pass.TypesInfo.Defs[p.index]) || types.ExprString(slot.Index) != p.index.Name {
		return nil
	}
	list := p.around()
	i := indexOf(list, p.loop)
	if i == 0 || i == len(list) {
		return nil
	}
	made, ok := list[i-1].(*ast.AssignStmt)
	if !ok || made.Tok != token.DEFINE || len(made.Lhs) != 1 || p.file.Commented(fix.Span{From: made.Pos(), To: p.loop.Pos()}) {
		return nil
	}
	id, ok := made.Lhs[0].(*ast.Ident)
	call, isCall := made.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || len(call.Args) != 2 || types.ExprString(call.Args[1]) != "len("+p.items+")" || types.ExprString(slot.X) != id.Name {
		return nil
	}
	out, ok := p.pass.TypesInfo.TypeOf(id).(*types.Slice)
	if !ok || !types.Identical(out.Elem(), p.pass.TypesInfo.TypeOf(p.value)) {
		return nil
	}
	for _, e := range p.reading() {
		if p.file.Mentions(e, p.pass.TypesInfo.Defs[id]) {
			return nil
		}
	}
	return made
}

// appends: out = append(out, x) is all that is left of a round.
func (p *pooled) appends() *ast.Ident {
	if p.value == nil || len(p.rest) != 1 || p.file.Commented(fix.Span{From: p.branch.If.End(), To: p.loop.End()}) {
		return nil
	}
	set, ok := p.rest[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 {
		return nil
	}
	id, ok := set.Lhs[0].(*ast.Ident)
	call, isCall := set.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || types.ExprString(call.Fun) != "append" || len(call.Args) != 2 || types.ExprString(call.Args[0]) != id.Name || !p.isValue(call.Args[1]) || call.Ellipsis.IsValid() {
		return nil
	}
	out, ok := p.pass.TypesInfo.TypeOf(id).Underlying().(*types.Slice)
	if !ok || !types.Identical(out.Elem(), p.pass.TypesInfo.TypeOf(p.value)) {
		return nil
	}
	return id
}

func (p *pooled) isValue(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && p.pass.TypesInfo.Uses[id] == p.pass.TypesInfo.Defs[p.value]
}

// around is the list that the loop stands in.
func (p *pooled) around() []ast.Stmt {
	return syntax.List(p.known.Syntax.Parent(p.loop))
}
