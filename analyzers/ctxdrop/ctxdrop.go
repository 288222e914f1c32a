package ctxdrop

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("ctxdrop", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Deadline].(*deadline.Result)
		for i := range known.Faults {
			f := &known.Faults[i]
			if f.Rule != "ctxdrop" {
				continue
			}
			found := f.Finding(message(f))
			found.Fixes = fixes(pass, f)
			report(found)
		}
	}, env.Deadline)
}

func message(f *deadline.Fault) string {
	m := fact(f)
	if f.Unbounded {
		m += ", and nothing bounds it"
	}
	return m
}

func fact(f *deadline.Fault) string {
	switch f.Shape {
	case deadline.NoRequestCtx:
		return "the request is built without " + hand(f) + ", so " + f.SinkName() + " goes on after it is over"
	case deadline.NoBuilderCtx:
		return f.SinkName() + " runs without a context, although " + f.AtHand()
	case deadline.ThroughPlain:
		return hand(f) + " does not reach " + f.SinkName() + ": " + f.Call.Name() + " takes no context"
	case deadline.StoredCtx:
		return f.SinkName() + " uses a context kept in the receiver, not the parameter " + hand(f)
	case deadline.BlankCtx:
		if strings.HasSuffix(f.Why, "errgroup.WithContext") {
			return "the group's context is thrown away: the first error cannot stop the other calls"
		}
		return "the context of " + f.Why + " is thrown away: its deadline bounds nothing"
	case deadline.OuterCtx:
		if f.Var == "_" {
			return f.SinkName() + " uses " + f.Used + ", not the context that " + f.Why + " is given"
		}
		return f.SinkName() + " uses " + f.Used + ", not " + f.Var + ", which was made for " + f.Why
	case deadline.AfterWait:
		return f.SinkName() + " uses " + f.Used + ", which is over once Wait has returned"
	}
	m := f.Call.Name() + " takes no context, so " + hand(f) + " cannot end it"
	if f.Twin == "" {
		return m
	}
	twin := f.Twin
	if strings.Contains(twin, ".") { // DefaultResolver.LookupHost
		twin = f.Call.Fn.Pkg().Name() + "." + twin
	}
	return m + "; " + twin + " does"
}

func hand(f *deadline.Fault) string {
	if f.Hand == nil || f.Hand.Expr == "_" {
		return "the context at hand"
	}
	return f.Hand.Expr
}
