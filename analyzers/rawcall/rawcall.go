package rawcall

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// declared is the protocol of what a directive or the configuration names.
const declared = "declared"

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("rawcall", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Downstream].(*downstream.Result)
		plans := pass.ResultOf[env.Plan].(*callplan.Result)
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		for _, c := range known.Calls {
			if c.Sink == nil || c.Sink.Request || c.Sink.Protocol == declared || c.In.Test || starts(c.In) {
				continue
			}
			if wrapper(dirs, c.In) || plans.Guarded(c.In) || c.Recv != nil && plans.GuardedClient(c.Recv) {
				continue
			}
			// Have: resp, err := client.Do(req)
			report(rule.Finding{
				Pos: c.Expr.Pos(), End: c.Expr.End(), Confidence: "definite",
				Message: fmt.Sprintf("%s goes out past the guard: no breaker stops it, no record tells of it", c.Name()),
			})
		}
	}, env.Downstream, env.Plan)
}

// starts: what happens once, when the program starts.
func starts(f *syntax.Func) bool { return f.Name() == "main" || f.Name() == "init" }

// wrapper: the function is what the house calls downstream through, as the configuration or a directive says.
func wrapper(dirs *config.Directives, f *syntax.Func) bool {
	_, ok := dirs.Downstream(f.Root().Obj)
	return ok
}
