package slowfallback

import (
	"fmt"
	"go/types"

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

// keepsTime: one of the two has a limit that the other has not, so that time is kept for the second.
func keepsTime(plans *callplan.Result, s outcome.Second) bool {
	switch {
	case s.Loop != nil:
		return plans.KeepsTimeInLoop(s.Loop, s.Call, !s.Named)
	case s.First == nil:
		return plans.KeepsTimeIn(s.In, s.Call)
	}
	return plans.KeepsTime(s.First, s.Call)
}

// Have: resp, err := c.ask(ctx, c.primary); if err != nil { return c.ask(ctx, c.second) }
func finding(s outcome.Second) rule.Finding {
	f := rule.Finding{Pos: s.Call.Expr.Pos(), End: s.Call.Expr.End(), Confidence: "definite"}
	switch {
	case s.Loop != nil:
		f.Confidence = "likely"
		f.Message = fmt.Sprintf("%s are asked one after the other on the same context: a slow one leaves the next no time, or the caller waits for all", types.ExprString(s.Of))
		return f
	case s.First == nil:
		f.Message = fmt.Sprintf("the fallback that %s calls waits for %s, with no time kept for it", s.By, spell(s.Call))
		return f
	}
	f.Message = fmt.Sprintf("%s is asked after %s has failed, on the same context: a slow first one leaves it no time, or the caller waits for both", spell(s.Call), spell(s.First))
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
