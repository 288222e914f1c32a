package sharedpool

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/sharing"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("sharedpool", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Downstream].(*downstream.Result)
		if known.Syntax == nil {
			return
		}
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		s := sharing.Find(known, func(fn *types.Func) (name, class string) {
			n, ok := dirs.Named(fn)
			if !ok {
				return "", ""
			}
			return n.Name, n.Class
		})
		for _, d := range s.Defaults { // Have: http.DefaultClient.Timeout = d
			report(rule.Finding{Pos: d.Pos(), End: d.End(), Confidence: "definite",
				Message: fmt.Sprintf("%s is changed for the whole process: every library that uses it shares the setting", types.ExprString(d))})
		}
		for _, q := range s.Queues { // Have: for d := range queue { hc.Post(d.url, …) }, by one worker
			report(rule.Finding{Pos: q.Call.Pos(), End: q.Call.End(), Confidence: "likely",
				Message: fmt.Sprintf("one worker takes from %s for all receivers: while one is slow, the others wait behind it", types.ExprString(q.Queue)),
				Related: []analysis.RelatedInformation{{Pos: q.Queue.Pos(), End: q.Queue.End(), Message: "the queue"}}})
		}
		for _, w := range s.Waits { // Have: g.SetLimit(10); g.Go(func() error { permits[host].Acquire(ctx, 1) … })
			report(rule.Finding{Pos: w.Acquire.Pos(), End: w.Acquire.End(), Confidence: "definite",
				Message: fmt.Sprintf("waits for %s while it holds one of the places of %s, which all share: one slow target takes them all", types.ExprString(w.Acquire.Fun), types.ExprString(w.Group)),
				Related: []analysis.RelatedInformation{{Pos: w.Limit.Pos(), End: w.Limit.End(), Message: "the shared limit"}}})
		}
		for _, p := range s.Pairs { // Have: two clients made from one configuration with one limiter
			report(rule.Finding{Pos: p.At.Pos(), End: p.At.End(), Confidence: "definite",
				Message: fmt.Sprintf("%s, which is core, and %s, which is degradable, share %s: the one that can be done without holds up the other", p.Core, p.Degradable, p.What),
				Related: []analysis.RelatedInformation{{Pos: p.Shared.Pos(), End: p.Shared.End(), Message: "what they share"}}})
		}
		for _, p := range s.Permits { // Have: sem.Acquire(ctx, 1) before calls of users, and before calls of reports
			report(rule.Finding{Pos: p.At.Pos(), End: p.At.End(), Confidence: "likely",
				Message: fmt.Sprintf("%s limits the calls of %s and those of %s together: while one of them is slow, it takes the places of both", types.ExprString(p.Limit), p.First, p.Client),
				Related: []analysis.RelatedInformation{{Pos: p.Other.Pos(), End: p.Other.End(), Message: "the other calls"}}})
		}
	}, env.Downstream)
}
