package detachedctx

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("detachedctx", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Deadline].(*deadline.Result)
		for i := range known.Faults {
			f := &known.Faults[i]
			if f.Rule != "detachedctx" {
				continue
			}
			found := f.Finding(message(f))
			found.Fixes = fixes(pass, env, f)
			report(found)
		}
	}, env.Deadline)
}

func message(f *deadline.Fault) string {
	m := fact(f)
	if f.Unbounded {
		m += ", and nothing bounds it"
	}
	if mayOutlive(f) {
		m += "; a write that must outlive it takes WithTimeout(WithoutCancel(" + hand(f) + "), d)"
	}
	return m
}

func fact(f *deadline.Fault) string {
	if f.Shape == deadline.ThroughPlain {
		return f.Call.Name() + " makes a root context of its own, so " + f.SinkName() + " goes on after " + hand(f) + " is over"
	}
	root := "a root context"
	if call, ok := f.Node.(*ast.CallExpr); ok && ast.Node(f.Call.Expr) != f.Node {
		root = types.ExprString(call)
	}
	m := root + " reaches " + f.SinkName()
	if f.Category == "likely" {
		m += ", probably remote,"
	}
	return m + " although " + f.AtHand() + ", so its cancellation is lost"
}

// mayOutlive: a write is sometimes meant to be finished when the client has gone. Reads never are, and what a wrapper
// does inside is not decided here.
func mayOutlive(f *deadline.Fault) bool {
	return f.Shape == deadline.FreshRoot && f.Category == "" && f.Need.Sink.Effect == catalog.Write
}

func hand(f *deadline.Fault) string {
	if f.Hand == nil || f.Hand.Expr == "_" {
		return "the context at hand"
	}
	return f.Hand.Expr
}
