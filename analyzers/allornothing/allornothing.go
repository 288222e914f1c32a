package allornothing

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/outcome"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("allornothing", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Outcome].(*outcome.Result)
		if known.Syntax == nil {
			return
		}
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		entry := map[*syntax.Func]bool{}
		for _, e := range pass.ResultOf[env.Plan].(*callplan.Result).Entries {
			entry[e.Func] = true
		}
		for i := range known.Outcomes {
			o := &known.Outcomes[i]
			n, ok := dirs.Named(o.Fn)
			if !ok || n.Class != "degradable" || o.In.Test || !fails(known.Syntax, o, entry) {
				continue
			}
			report(degradable(o, n))
		}
		for _, x := range known.Fellowships {
			if n, ok := dirs.Named(x.Call.Fn); !ok || n.Class == "" {
				report(finding(x))
			}
		}
	}, env.Outcome, env.Plan)
}

// fails: the failure fails the answer: the entry point, or a group with other members, returns it.
func fails(syn *syntax.Package, o *outcome.Outcome, entry map[*syntax.Func]bool) bool {
	if o.Fate == outcome.Returned {
		return entry[o.In] || grouped(syn, o.In)
	}
	return o.Fate == outcome.Unknown && entry[o.In] && o.Branch != nil && o.At != nil // an HTTP handler that answers and returns
}

// grouped: the literal is given to g.Go of a group that hands errors on.
func grouped(syn *syntax.Package, f *syntax.Func) bool {
	call, ok := syn.Parent(f.Node).(*ast.CallExpr)
	if !ok || f.Sig == nil || f.Sig.Results().Len() != 1 {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Go"
}

func degradable(o *outcome.Outcome, n config.Named) rule.Finding {
	name := o.Name()
	if n.Name != "" {
		name = n.Name + " (" + name + ")"
	}
	return rule.Finding{
		Pos: o.At.Pos(), End: o.At.End(), Category: "degradable", Confidence: "definite",
		Message: fmt.Sprintf("the failure of %s fails the answer, although %s calls it degradable", name, n.Source),
		Related: []analysis.RelatedInformation{{Pos: o.Expr.Pos(), End: o.Expr.End(), Message: "the call"}},
	}
}

// Have: for _, p := range e.parts { m, err := p.read(ctx); if err != nil { return nil, err }; out = append(out, m) }
func finding(x outcome.Fellowship) rule.Finding {
	return rule.Finding{
		Pos: x.At.Pos(), End: x.At.End(), Confidence: "likely",
		Message: fmt.Sprintf("one of %s that fails fails them all: what %s got from the others is thrown away", types.ExprString(x.Of), x.Into.Name()),
		Related: []analysis.RelatedInformation{{Pos: x.Call.Expr.Pos(), End: x.Call.Expr.End(), Message: "asked one by one: " + x.Call.Name()}},
	}
}
