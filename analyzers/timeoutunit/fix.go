package timeoutunit

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// multiply offers the units for a number: the one that is known, or those that are likely. n is the operand if e is a
// conversion.
func (c *checker) multiply(e, n ast.Expr, said unit, known bool, v int64) (fixes []rule.Fix) {
	file, ok := fix.In(c.pass, e.Pos())
	if !ok {
		return nil
	}
	qualifier, imports := file.Import(e.Pos(), "time", "time")
	choices, level := []unit{said}, rule.Safe
	if !known {
		// 30 are seconds, 500 milliseconds; a person decides.
		choices, level = []unit{seconds, millis}, rule.Ask
		if v >= 100 {
			choices = []unit{millis, seconds}
		}
	}
	for _, u := range choices {
		factor := u.by + qualifier + "." + u.expr
		edits := append([]analysis.TextEdit(nil), imports...)
		switch _, sum := ast.Unparen(e).(*ast.BinaryExpr); {
		case n != nil && isFloat(c.pass.TypesInfo.TypeOf(n)): // before the fraction is cut off
			edits = append(edits, insert(n.End(), "*float64("+factor+")"))
		case sum:
			edits = append(edits, insert(e.Pos(), "("), insert(e.End(), ")*"+factor))
		default:
			edits = append(edits, insert(e.End(), "*"+factor))
		}
		fixes = append(fixes, rule.Fix{Title: "say the unit: " + u.name, Level: level, Edits: edits})
	}
	return fixes
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}
