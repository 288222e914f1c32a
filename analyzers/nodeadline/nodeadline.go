package nodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("nodeadline", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Deadline].(*deadline.Result)
		repair := &repairer{pass: pass, cfg: env.Config, dirs: pass.ResultOf[env.Ignores].(*config.Directives), syn: known.Syntax()}
		for i := range known.Faults {
			f := &known.Faults[i]
			if f.Rule != "nodeadline" {
				continue
			}
			found := f.Finding(message(f))
			if f.Category == "client" && !f.Sure {
				found.Severity = rule.Warning
			}
			found.Fixes = repair.fixes(f)
			report(found)
		}
	}, env.Deadline)
}

func message(f *deadline.Fault) string {
	switch f.Shape {
	case deadline.FreshRoot:
		what := "a root context"
		if call, ok := f.Node.(*ast.CallExpr); ok && f.Node != ast.Node(f.Call.Expr) {
			what = spell(call)
		}
		return what + " carries no deadline, and nothing else bounds " + f.SinkName()
	case deadline.KeptRoot:
		return f.SinkName() + " runs on a context that is kept in a field and ends only when somebody cancels it: it carries no deadline, and nothing else bounds the call"
	case deadline.OpenRequest:
		what := "the request's context"
		if call, ok := f.Node.(*ast.CallExpr); ok && f.Node != ast.Node(f.Call.Expr) {
			what = spell(call)
		}
		return what + " carries no deadline, and nothing else bounds " + f.SinkName()
	case deadline.NoTimeout:
		return clientMessage(f)
	}
	if f.Need.Client.State == deadline.Unlimited && f.Need.Client.Why != "" {
		return f.SinkName() + " may wait for ever: " + f.Need.Client.Why
	}
	return f.SinkName() + " takes no context and has no time limit"
}

func clientMessage(f *deadline.Fault) string {
	why := f.Why
	if why == "" && f.Need != nil {
		why = f.Need.Client.Why
	}
	switch {
	case f.Call == nil:
		return why
	case f.Sure && f.Need != nil && f.Need.Ctx.Origin == deadline.Request:
		return f.SinkName() + " may wait for ever: " + why + ", and the request's context carries no deadline"
	case f.Sure:
		return f.SinkName() + " may wait for ever: " + why
	}
	return why + ", and nothing in sight gives " + f.SinkName() + " a deadline"
}

// spell writes a call that gives a context as the user did, unless it is too long to be read in a sentence.
func spell(call *ast.CallExpr) string {
	if s := types.ExprString(call); len(s) <= 40 && spellable(call) {
		return s
	}
	if s := types.ExprString(call.Fun); len(s) <= 40 && spellable(call.Fun) {
		return s + "(…)"
	}
	return "the context"
}
