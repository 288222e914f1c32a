package coreempty

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/outcome"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// blindly judges a call whose error goes to the blank identifier or to the log, while what it gave is used as if it had
// succeeded.
func (c *checker) blindly(o *outcome.Outcome) { // Have: res, _ := c.search(ctx, query); return res.Hits, nil
	b, ok := c.known.Blindly(o)
	if !ok || !b.Breaks && (!outcome.Reads(o.Call) || !c.tells(o.In) || syntax.HasWord(o.In.Root().Name(), ends...)) {
		return
	}
	how := "is dropped"
	if o.Fate == outcome.Logged {
		how = "is only logged"
	}
	c.report(rule.Finding{
		Pos: o.Expr.Pos(), End: o.Expr.End(), Category: "dropped", Confidence: "likely",
		Message: fmt.Sprintf("the failure of %s %s, and %s is used as if it had answered", o.Name(), how, o.Value.Name()),
		Related: []analysis.RelatedInformation{{Pos: b.Use.Pos(), End: b.Use.End(), Message: "the use"}},
	})
}

// ends are words of functions that clean up, and do so as well as they can.
var ends = []string{"close", "stop", "shutdown", "cleanup", "teardown", "rollback", "debug", "dump"}

// tells: the function has a way to tell of a failure: an error, or the answer to a request.
func (c *checker) tells(f *syntax.Func) bool {
	if c.entry[f] {
		return true
	}
	if f.Sig == nil || f.Sig.Results().Len() == 0 {
		return false
	}
	return syntax.IsError(f.Sig.Results().At(f.Sig.Results().Len() - 1).Type())
}
