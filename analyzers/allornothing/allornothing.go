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
		entry := map[*syntax.Func]bool{}
		plans := pass.ResultOf[env.Plan].(*callplan.Result)
		for _, e := range plans.Entries {
			entry[e.Func] = true
		}
		seen := map[ast.Node]bool{}
		for i := range known.Outcomes {
			o := &known.Outcomes[i]
			n, through, ok := known.Named(o.Fn)
			if !ok {
				n, _, ok = known.Named(plans.Behind(o.Fn))
			}
			if !ok || n.Class != "degradable" || o.In.Test {
				continue
			}
			if at := fails(known, o, entry); at != nil && !seen[at] && !known.Instead(o) {
				seen[at] = true
				report(degradable(o, at, n, through))
			}
		}
		for _, m := range known.Members {
			if n, through, ok := known.Named(m.Fn); ok && n.Class == "degradable" && !m.In.Test {
				report(member(m, n, through))
			}
		}
		for _, x := range known.Fellowships {
			if n, _, ok := known.Named(x.Call.Fn); !ok || n.Class == "" {
				report(finding(x))
			}
		}
	}, env.Outcome, env.Plan)
}

// fails is where the failure fails the answer: the entry point returns or answers it, or a group with other members is
// given it.
func fails(known *outcome.Result, o *outcome.Outcome, entry map[*syntax.Func]bool) ast.Node {
	syn := known.Syntax
	switch {
	case o.Fate == outcome.Returned && returns(o.At) && (entry[o.In] && !known.Succeeds(o.At) || grouped(syn, o.In)):
		return o.At
	case o.Fate == outcome.Unknown && entry[o.In] && o.Branch != nil && o.At != nil && known.AnswersError(o.Branch):
		return o.At // an HTTP handler that answers and returns
	}
	for f := o.In; f != nil; f = f.Outer {
		if entry[f] && f.Sig != nil {
			return known.Ends(o, f)
		}
	}
	return nil
}

// returns: not panic, and not log.Fatal.
func returns(at ast.Node) bool {
	_, ok := at.(*ast.ReturnStmt)
	return ok
}

// grouped: the literal is given to g.Go of a group that hands errors on.
func grouped(syn *syntax.Package, f *syntax.Func) bool {
	call, ok := syn.Parent(f.Node).(*ast.CallExpr)
	return ok && f.Sig != nil && f.Sig.Results().Len() > 0 && syntax.IsError(f.Sig.Results().At(f.Sig.Results().Len()-1).Type()) && outcome.Starts(call)
}

func degradable(o *outcome.Outcome, at ast.Node, n config.Named, through string) rule.Finding {
	return rule.Finding{
		Pos: at.Pos(), End: at.End(), Category: "degradable", Confidence: "definite",
		Message: fmt.Sprintf("the failure of %s fails the answer, although %s calls it degradable", name(o.Name(), n, through), n.Source),
		Related: []analysis.RelatedInformation{{Pos: o.Expr.Pos(), End: o.Expr.End(), Message: "the call"}},
	}
}

// Have: g.Go(s.loadProducts)
func member(m outcome.Member, n config.Named, through string) rule.Finding {
	return rule.Finding{
		Pos: m.Arg.Pos(), End: m.Arg.End(), Category: "degradable", Confidence: "definite",
		Message: fmt.Sprintf("the failure of %s fails the answer, although %s calls it degradable", name(syntax.Spell(m.Fn), n, through), n.Source),
	}
}

func name(fn string, n config.Named, through string) string {
	if through != "" {
		fn = through
	}
	if n.Name != "" {
		return n.Name + " (" + fn + ")"
	}
	return fn
}

// Have: for _, p := range e.parts { m, err := p.read(ctx); if err != nil { return nil, err }; out = append(out, m) }
func finding(x outcome.Fellowship) rule.Finding {
	return rule.Finding{
		Pos: x.At.Pos(), End: x.At.End(), Confidence: "likely",
		Message: fmt.Sprintf("one of %s that fails fails them all: what %s got from the others is thrown away", types.ExprString(x.Of), x.Into.Name()),
		Related: []analysis.RelatedInformation{{Pos: x.Call.Expr.Pos(), End: x.Call.Expr.End(), Message: "asked one by one: " + x.Call.Name()}},
	}
}
