package overbudget

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("overbudget", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Plan].(*callplan.Result)
		for _, o := range known.Overruns() {
			report(finding(o))
		}
		for _, c := range known.Contradictions() { // Have: downstream.New("stock", downstream.Config{Timeout: time.Second})
			report(rule.Finding{Pos: c.Node.Pos(), End: c.Node.End(), Category: "contract", Message: c.Message, Confidence: "definite"})
		}
	}, env.Plan)
}

func finding(o callplan.Overrun) rule.Finding {
	f := rule.Finding{Pos: o.Node.Pos(), End: o.Node.End(), Confidence: "definite"}
	what := "it"
	if call, ok := o.Node.(*ast.CallExpr); ok {
		what = types.ExprString(call.Fun)
	}
	switch o.Kind {
	case callplan.Nested: // Have: context.WithTimeout(ctx, 10*time.Second), where ctx has 2s
		where := "the context that it is made from ends"
		if o.Via != "" {
			where = "the context that " + o.Via + " gives it ends"
		}
		f.Message = fmt.Sprintf("%s allows %s, but %s after %s at the latest, by %s; this deadline never fires, and leaves no time for what follows",
			what, callplan.Short(o.Time), where, callplan.Short(o.Limit), o.Why)
	case callplan.Argument: // Have: s.fetch(ctx, url, 10*time.Second), which makes a deadline of it, where ctx has 2s
		f.Message = fmt.Sprintf("%s is given %s, but its context ends after %s at the latest, by %s; the longer limit never fires",
			what, callplan.Short(o.Time), callplan.Short(o.Limit), o.Why)
	case callplan.Callee: // Have: catalog.Item(ctx), which allows itself 5s, where ctx has 2s
		f.Category = "callee"
		f.Message = fmt.Sprintf("%s allows itself %s, but its context ends after %s at the latest, by %s; its own limit never fires here",
			what, callplan.Short(o.Time), callplan.Short(o.Limit), o.Why)
	case callplan.TooMany: // Have: three attempts of 800ms under 2s
		f.Category = "sum"
		between := ""
		if o.Pauses {
			between = " and the pauses between them"
		}
		f.Message = fmt.Sprintf("the calls that have to be made%s may take %s > %s", between, o.Sum.Total(), o.Spend)
	case callplan.Server: // Have: context.WithTimeout(r.Context(), 10*time.Second) in a handler of a server with WriteTimeout: 5s
		f.Category = "server"
		if o.By != "" {
			what += ", by " + o.By + ","
		}
		f.Message = fmt.Sprintf("%s allows the handler %s, but the server stops writing its answer after %s, by %s",
			what, callplan.Short(o.Time), callplan.Short(o.Limit), o.Why)
	}
	if o.Outer != nil {
		f.Related = []analysis.RelatedInformation{{Pos: o.Outer.Pos(), End: o.Outer.End(), Message: "the limit of " + callplan.Short(o.Limit)}}
	}
	return f
}
