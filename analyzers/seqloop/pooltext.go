package seqloop

import (
	"go/ast"
	"strings"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// opening is what stands in the place of the loop's header.
func (p *pooled) opening(typ string) (string, bool) {
	if p.file.Commented(fix.Span{From: p.loop.Pos(), To: head(p.loop).Lbrace}) {
		return "", false
	}
	item, add, ok := p.file.TypeString(p.loop.Pos(), p.slice.Elem())
	outer, printed := p.file.Print(ast.Unparen(p.plan.ctx))
	if !ok || !printed {
		return "", false
	}
	p.edits = append(p.edits, add...)
	pool, ctxpkg := p.imported(fix.RuntimePath("pool"), "pool"), p.imported("context", "context")
	ctx := outer
	if _, isIdent := ast.Unparen(p.plan.ctx).(*ast.Ident); !isIdent {
		ctx = p.fresh("ctx")
		p.edits = append(p.edits, replace(p.plan.ctx, ctx))
	}
	args := "(" + outer + ", " + p.items + ", " + atOnce + ", func(" + ctx + " " + ctxpkg + ".Context, " + p.param + " " + item + ") "
	switch {
	case p.value == nil:
		return "if " + p.err + " := " + pool + ".Each" + args + "error {", true
	case p.made != nil:
		p.all = p.made.Lhs[0].(*ast.Ident).Name
	default:
		p.all = p.fresh(p.value.Name + "At")
	}
	return p.all + ", " + p.err + " := " + pool + ".Map" + args + "(" + typ + ", error) {", true
}

// ending ends the function that a round begins with, and the call that it is given to.
func (p *pooled) ending(zero string) (string, bool) {
	b, end := p.branch, "\nreturn nil\n"
	leave, ok := b.Leave(p.err)
	if p.value != nil {
		zero += ", "
		end = "\nreturn " + p.value.Name + ", nil\n"
	}
	rhs := p.assign.Rhs[0]
	switch direct := b.Bare && !p.file.Commented(b.If) && (p.value != nil || len(p.assign.Lhs) == 1); {
	case !direct:
		instead, kept := b.Instead(zero)
		ok = ok && kept
		p.edits = append(p.edits, instead...)
	case b.If.Init != nil:
		p.edits = append(p.edits, replace(fix.Span{From: p.stmt.Pos(), To: rhs.Pos()}, "return "), replace(fix.Span{From: rhs.End(), To: b.If.End()}, "\n"))
		end = ""
	default:
		p.edits = append(p.edits, replace(fix.Span{From: p.stmt.Pos(), To: rhs.Pos()}, "return "), replace(b.If, ""))
		end = ""
	}
	leave = p.err + " != nil {\n" + leave + "}"
	if p.value == nil {
		return end + "}); " + leave, ok
	}
	return end + "})\nif " + leave, ok
}

// write puts both around the beginning of a round, and says what becomes of the rest.
func (p *pooled) write(opening, ending string) bool {
	from, to := p.branch.If.End(), p.branch.If.End()
	start := p.loop.Pos()
	switch {
	case p.made != nil:
		start, to = p.made.Pos(), p.loop.End()
	case p.grows != nil:
		ending += "\n" + p.grows.Name + " = append(" + p.grows.Name + ", " + p.all + "...)"
		to = p.loop.End()
	case len(p.rest) == 0:
		if p.file.Commented(fix.Span{From: from, To: p.loop.End()}) {
			return false
		}
		to = p.loop.End()
	case p.value != nil && !p.uses(p.rest, p.index, p.plan.item):
		ending += "\nfor _, " + p.value.Name + " := range " + p.all + " {"
	default:
		text, ok := p.again()
		if !ok {
			return false
		}
		ending += "\n" + text
	}
	if len(p.lines) > 0 {
		p.edits = append(p.edits, p.file.InsertBefore(p.loop, p.lines...))
	}
	p.edits = append(p.edits, replace(fix.Span{From: start, To: head(p.loop).Lbrace + 1}, opening), replace(fix.Span{From: from, To: to}, ending))
	return true
}

// again is the header of the loop that goes through the answers.
func (p *pooled) again() (string, bool) {
	s, ranged := p.loop.(*ast.RangeStmt)
	if !ranged {
		loop := *p.loop.(*ast.ForStmt)
		loop.Body = &ast.BlockStmt{}
		text, ok := p.file.Print(&loop)
		text = strings.TrimSuffix(strings.TrimRight(text, "\n\t "), "}")
		return strings.TrimRight(text, "\n\t ") + p.answer(p.index.Name), ok
	}
	index, item := "", ""
	if p.index != nil && (p.value != nil || p.uses(p.rest, p.index)) {
		index = p.index.Name
	} else if p.value != nil {
		for _, name := range []string{"i", "n", "at", "index"} {
			if index == "" && !p.mentions(s, name) {
				index = name
			}
		}
		if index == "" {
			return "", false
		}
	}
	if p.plan.item != nil && p.uses(p.rest, p.plan.item) {
		item = p.plan.item.Name
	}
	switch {
	case index == "" && item == "":
		return "for range " + p.items + " {", true
	case index == "":
		return "for _, " + item + " := range " + p.items + " {", true
	case item == "":
		return "for " + index + " := range " + p.items + " {" + p.answer(index), true
	}
	return "for " + index + ", " + item + " := range " + p.items + " {" + p.answer(index), true
}

func (p *pooled) answer(index string) string {
	if p.value == nil {
		return ""
	}
	return "\n" + p.value.Name + " := " + p.all + "[" + index + "]"
}
