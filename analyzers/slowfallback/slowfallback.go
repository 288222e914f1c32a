package slowfallback

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/outcome"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("slowfallback", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Outcome].(*outcome.Result)
		if known.Syntax == nil {
			return
		}
		plans := pass.ResultOf[env.Plan].(*callplan.Result)
		for _, s := range known.Seconds {
			if s.Call.In.Test || keepsTime(plans, s) {
				continue
			}
			report(finding(s))
		}
	}, env.Outcome, env.Plan)
}

// keepsTime: one of the two has a deadline that the other has not, so that time is kept for the second.
func keepsTime(plans *callplan.Result, s outcome.Second) bool {
	if plans.OwnDeadline(s.Call) || s.First != nil && plans.OwnDeadline(s.First.Call) {
		return true
	}
	second, known := plans.Deadlines(s.Call)
	if s.First == nil {
		return len(second) > 0 || !known
	}
	first, knownFirst := plans.Deadlines(s.First.Call)
	if !known || !knownFirst {
		return true
	}
	return !slices.Equal(first, second)
}

// Have: resp, err := c.ask(ctx, c.primary); if err != nil { return c.ask(ctx, c.second) }
func finding(s outcome.Second) rule.Finding {
	f := rule.Finding{Pos: s.Call.Expr.Pos(), End: s.Call.Expr.End(), Confidence: "definite"}
	if s.First == nil {
		f.Message = fmt.Sprintf("the fallback that %s calls waits for %s, with no time kept for it", s.By, spell(s.Call))
		return f
	}
	f.Message = fmt.Sprintf("%s is asked after %s has failed, on the same context: a slow first one leaves it no time, or the caller waits for both", spell(s.Call), spell(s.First.Call))
	f.Related = []analysis.RelatedInformation{{Pos: s.First.Expr.Pos(), End: s.First.Expr.End(), Message: "the first"}}
	return f
}

// spell writes a call as the user did, where that is short.
func spell(c *downstream.Call) string {
	if s := types.ExprString(c.Expr); len(s) <= 60 {
		return s
	}
	return types.ExprString(c.Expr.Fun)
}
