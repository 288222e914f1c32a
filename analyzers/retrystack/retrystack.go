package retrystack

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("retrystack", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Attempt].(*attempt.Result)
		for _, r := range known.Retries {
			if !outer(r) {
				continue
			}
			if inner := known.Inner(r); inner.N > 1 {
				report(finding(r, inner))
			}
		}
	}, env.Attempt)
}

// outer: the retry goes on after failures at large. One that waits for an answer, or repeats a read and a write that lost
// a race, does not meet what the client below has retried already.
func outer(r *attempt.Retry) bool {
	if r.Poll || r.Sentinel || r.Max == 1 || r.In.Test {
		return false
	}
	return r.Lib == nil || r.Lib.Form == catalog.OnError
}

func finding(r *attempt.Retry, inner attempt.Times) rule.Finding {
	f := rule.Finding{Pos: r.Node.Pos(), End: r.Node.End()}
	switch s := r.Node.(type) { // a loop: its header, not its body
	case *ast.ForStmt:
		f.End = s.Body.Lbrace
	case *ast.RangeStmt:
		f.End = s.Body.Lbrace
	case *ast.LabeledStmt:
		f.End = s.Colon
	}
	count := fmt.Sprintf("each attempt is up to %d calls", inner.N)
	if r.Max > 1 {
		count = fmt.Sprintf("%d × %d = %d calls", r.Max, inner.N, r.Max*inner.N)
	}
	what := r.Name + " repeats what is repeated below it already"
	if r.Call != nil {
		what = "the loop repeats " + r.Name + ", which is repeated below already"
	}
	f.Message = count + ": " + what + " (" + inner.Why + "); let one layer retry"
	return f
}
