package chanleak

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// fixes gives the channel room for what is sent: one result, or one for each item of the slice whose loop starts the
// senders. Where neither is certain there is no fix.
func (r *reporter) fixes(c *channel, made *ast.CallExpr) []rule.Fix {
	if _, ok := fix.In(r.pass, made.Pos()); !ok {
		return nil
	}
	start := c.sends[0].start
	for i, s := range c.sends {
		if s.start != start || r.loopAround(s.fn, s.node, made) != nil {
			return nil
		}
		if i+1 < len(c.sends) && !r.last(s) {
			return nil
		}
	}
	room, level := "1", rule.Safe
	if loop := r.loopAround(c.sends[0].at, start, made); loop != nil {
		if room = r.length(loop, made); room == "" {
			return nil
		}
		level = rule.Ask
	}
	edit := analysis.TextEdit{Pos: made.Args[0].End(), End: made.Args[0].End(), NewText: []byte(", " + room)}
	if len(made.Args) == 2 {
		edit = analysis.TextEdit{Pos: made.Args[1].Pos(), End: made.Args[1].End(), NewText: []byte(room)}
	}
	title := "give the channel room for the one result"
	if room != "1" {
		title = "give the channel room for " + room + " results"
	}
	return []rule.Fix{{Title: title, Level: level, Edits: []analysis.TextEdit{edit}}}
}

// last: nothing of the goroutine follows the send: a return does, or the other branch of its if has the other send.
func (r *reporter) last(s send) bool {
	list, i := r.listOf(s.node)
	if list == nil {
		return false
	}
	if i+1 < len(list) {
		_, ok := list[i+1].(*ast.ReturnStmt)
		return ok
	}
	block, ok := r.syn.Parent(s.node).(*ast.BlockStmt)
	if !ok {
		return false
	}
	is, ok := r.syn.Parent(block).(*ast.IfStmt)
	return ok && is.Else != nil
}

// length spells the number of rounds of a loop for code at made; "" where it cannot be told.
func (r *reporter) length(loop ast.Node, made *ast.CallExpr) string {
	rng, ok := loop.(*ast.RangeStmt)
	if !ok {
		return ""
	}
	v := r.syn.VarOf(rng.X)
	if _, ident := rng.X.(*ast.Ident); !ident || v == nil || v.Pos() > made.Pos() || len(r.syn.All(v)) != 1 {
		return ""
	}
	switch u := v.Type().Underlying().(type) {
	case *types.Slice, *types.Map, *types.Array:
		return "len(" + v.Name() + ")"
	case *types.Basic:
		if u.Kind() == types.Int {
			return v.Name()
		}
	}
	return ""
}
