package coreempty

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/outcome"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("coreempty", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Outcome].(*outcome.Result)
		if known.Syntax == nil {
			return
		}
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		plans := pass.ResultOf[env.Plan].(*callplan.Result)
		c := &checker{Package: known.Syntax, known: known, report: report, entry: map[*syntax.Func]bool{}}
		for _, e := range plans.Entries {
			c.entry[e.Func] = true
		}
		for i := range known.Outcomes {
			o := &known.Outcomes[i]
			if o.In.Test {
				continue
			}
			n, ok := dirs.Named(o.Fn)
			if !ok {
				n, ok = dirs.Named(plans.Behind(o.Fn))
			}
			if ok && n.Class != "" {
				c.classed(o, n)
			} else if !o.Likely {
				c.guessed(o)
				c.blindly(o)
			}
		}
		for _, r := range known.Unread {
			c.unread(r)
		}
		for _, u := range known.Unexpected {
			c.unexpected(u)
		}
		c.guards(plans)
	}, env.Outcome, env.Plan)
}

type checker struct {
	*syntax.Package
	known  *outcome.Result
	entry  map[*syntax.Func]bool
	report func(rule.Finding)
}

// classed judges a call whose class the contract or a directive gives: of a core downstream no failure may be lost.
func (c *checker) classed(o *outcome.Outcome, n config.Named) {
	if n.Class != "core" || o.At == nil {
		return
	}
	how := ""
	switch o.Fate {
	case outcome.Dropped:
		how = "is dropped"
	case outcome.Logged:
		how = "is only logged"
	case outcome.Emptied:
		how = "becomes an empty value"
	case outcome.Swallowed:
		how = "becomes a result without an error"
	case outcome.Stopped:
		how = "ends the loop, and what is there so far is the answer"
	default:
		return
	}
	if _, deferred := c.Parent(o.Expr).(*ast.DeferStmt); deferred {
		return
	}
	c.say(o, o.At, "core", rule.Error, fmt.Sprintf("the failure of %s, which %s calls core, %s", spell(o, n.Name), n.Source, how))
}

func spell(o *outcome.Outcome, name string) string {
	if name != "" {
		return name + " (" + o.Name() + ")"
	}
	return o.Name()
}

// guessed judges a call of which nobody said what it is for, by shapes that are hardly ever meant.
func (c *checker) guessed(o *outcome.Outcome) {
	f := c.Around(o.Expr)
	if f == nil || f.Sig == nil {
		return
	}
	if c.opens(o, f) { // Have: ok, err := s.allowed(ctx, user); if err != nil { log(err); return nil }
		c.say(o, o.At, "", 0, fmt.Sprintf("%s failed, and %s says that all is well", o.Name(), f.Name()))
		return
	}
	if !answers(f) || !outcome.Reads(o.Call) && !catalog.ReadVerb(f.Name()) {
		return
	}
	switch o.Fate {
	case outcome.Swallowed: // Have: if err != nil { log(err); return nil, nil }
		ret := o.At.(*ast.ReturnStmt)
		if c.hollow(f, ret) && !c.decides(f) {
			c.say(o, ret, "", 0, fmt.Sprintf("%s failed, and the caller gets an empty result without an error", o.Name()))
		}
	case outcome.Stopped: // Have: if err != nil { log(err); break } … return keys, nil
		if o.Prints && c.collects(f, o) {
			c.say(o, o.At, "", 0, fmt.Sprintf("%s failed, and what came so far is returned as if it were all", o.Name()))
		}
	case outcome.Emptied: // Have: if err != nil { log(err); groups = nil } … return &Token{Groups: groups}, nil
		if o.Prints && o.Value != nil && c.returned(f, o.Value) {
			c.say(o, o.At, "", 0, fmt.Sprintf("%s failed, and %s goes on into the result as if there were none", o.Name(), o.Value.Name()))
		}
	}
}

// access are the words of functions that stand between a caller and what it may not do.
var access = []string{"allow", "allowed", "permit", "permitted", "permission", "auth", "authorize", "authorized", "authenticate", "verify", "check", "require", "ensure", "enforce"}

// opens: the function has only an error to tell, its call gives the answer to a question of access, and where nobody
// can be asked, the answer is yes.
func (c *checker) opens(o *outcome.Outcome, f *syntax.Func) bool {
	if o.Fate != outcome.Swallowed || !o.Prints || o.Value == nil || f.Sig.Results().Len() != 1 {
		return false
	}
	b, ok := o.Value.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && syntax.HasWord(f.Name(), access...)
}

// answers: the function returns something and an error.
func answers(f *syntax.Func) bool {
	n := f.Sig.Results().Len()
	return n > 1 && syntax.IsError(f.Sig.Results().At(n-1).Type())
}

// decides: a bool is returned beside the error, so that false is an answer: not there, not yet, not valid.
func (c *checker) decides(f *syntax.Func) bool {
	for v := range f.Sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return true
		}
	}
	return false
}

// hollow: what is returned beside the error is empty, or was not filled yet.
func (c *checker) hollow(f *syntax.Func, ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 { // named results
		for i := range f.Sig.Results().Len() - 1 {
			if !c.unfilled(f.Sig.Results().At(i), ret) {
				return false
			}
		}
		return true
	}
	for _, e := range ret.Results[:len(ret.Results)-1] {
		if c.known.Empty(e) {
			continue
		}
		v := c.VarOf(e)
		if v == nil || v.IsField() || !c.unfilled(v, e) {
			return false
		}
	}
	return true
}

// unfilled: every definition of a variable that reaches e is a zero value.
func (c *checker) unfilled(v *types.Var, e ast.Node) bool {
	defs := c.Reach(v, e)
	for _, d := range defs {
		if d.Kind != syntax.Zero && (d.Kind != syntax.Assigned || d.Arity != 1 || !c.known.Empty(d.Rhs)) {
			return false
		}
	}
	return len(defs) > 0
}

// collects: the loop that is left adds to something that the function returns without an error.
func (c *checker) collects(f *syntax.Func, o *outcome.Outcome) bool {
	loop := c.Enclosing(o.At, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.FuncDecl, *ast.SwitchStmt, *ast.SelectStmt, *ast.TypeSwitchStmt:
			return true
		}
		return false
	})
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
	default:
		return false
	}
	found := false
	c.Walk(loop, syntax.Assigns, func(n ast.Node) bool {
		as := n.(*ast.AssignStmt)
		for i, l := range as.Lhs {
			v := c.VarOf(l)
			if len(as.Rhs) != len(as.Lhs) || v == nil || as.Tok != token.ASSIGN {
				continue
			}
			if call, ok := as.Rhs[i].(*ast.CallExpr); ok && types.ExprString(call.Fun) == "append" {
				found = found || c.returned(f, v)
			}
		}
		return !found
	})
	return found
}

// returned: the function returns v, itself or in a literal, together with a nil error.
func (c *checker) returned(f *syntax.Func, v *types.Var) bool {
	found := false
	c.Flat(f.Body, syntax.Returns, func(n ast.Node) {
		ret := n.(*ast.ReturnStmt)
		if len(ret.Results) != f.Sig.Results().Len() {
			return
		}
		if tv := c.Info.Types[ret.Results[len(ret.Results)-1]]; !tv.IsNil() {
			return
		}
		for _, e := range ret.Results {
			found = found || c.holds(e, v)
		}
	})
	return found
}

// holds: e is v, or a literal with v in it.
func (c *checker) holds(e ast.Expr, v *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.VarOf(e) == v
	case *ast.UnaryExpr:
		return c.holds(e.X, v)
	case *ast.KeyValueExpr:
		return c.holds(e.Value, v)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if c.holds(elt, v) {
				return true
			}
		}
	}
	return false
}

// unread judges an answer that is decoded whatever its status says.
func (c *checker) unread(r outcome.Response) {
	if r.In.Sig == nil || r.In.Sig.Results().Len() == 0 || !syntax.IsError(r.In.Sig.Results().At(r.In.Sig.Results().Len()-1).Type()) {
		return // it has no way to tell of a failure
	}
	if c.decides(r.In) {
		return // false is an answer
	}
	c.report(rule.Finding{
		Pos: r.Decode.Pos(), End: r.Decode.End(), Category: "status", Confidence: "definite",
		Message: unreadMessage(r),
		Related: []analysis.RelatedInformation{{Pos: r.Call.Pos(), End: r.Call.End(), Message: "the call"}},
	})
}

func unreadMessage(r outcome.Response) string {
	switch {
	case r.Filled == nil:
		return fmt.Sprintf("the body is decoded whatever the status of %s is: an error page without the expected fields becomes an empty result", r.Var.Name())
	case r.Var == nil:
		return fmt.Sprintf("nobody looks at the status: this client returns an error only where there is no answer at all, and after a bad status %s is as empty as before", types.ExprString(r.Filled))
	}
	return fmt.Sprintf("nobody looks at the status of %s: this client returns an error only where there is no answer at all, and after a bad status %s is as empty as before", r.Var.Name(), types.ExprString(r.Filled))
}

// unexpected judges a branch that turns any bad status into a success.
func (c *checker) unexpected(u outcome.Unexpected) {
	if !answers(u.In) || c.decides(u.In) || !c.hollow(u.In, u.Return) {
		return
	}
	c.report(rule.Finding{
		Pos: u.Return.Pos(), End: u.Return.End(), Confidence: "definite",
		Message: "every status that is not expected, an error of the other side among them, becomes an empty result without an error",
		Related: []analysis.RelatedInformation{{Pos: u.Cond.Pos(), End: u.Cond.End(), Message: "the status"}},
	})
}

// guards judges calls through the runtime: a core downstream with a fallback, which panics when it is run, and parts
// that may be missing although nobody asks which.
func (c *checker) guards(plans *callplan.Result) {
	told := map[*types.Var]bool{}
	for _, g := range plans.Guards() {
		switch {
		case g.Optional && g.Class == "core":
			c.report(rule.Finding{
				Pos: g.Call.Pos(), End: g.Call.End(), Category: "core", Severity: rule.Error, Confidence: "definite",
				Message: fmt.Sprintf("%s is core, so there is no answer without it: %s panics on it; take Require, or Do", g.Name, types.ExprString(g.Call.Fun)),
			})
		case g.Optional && g.Group != nil && !told[g.Group] && !plans.Asked(g):
			told[g.Group] = true
			c.report(rule.Finding{
				Pos: g.Call.Pos(), End: g.Call.End(), Category: "degraded", Confidence: "definite",
				Message: fmt.Sprintf("%s may be missing, and nobody is told: neither %s.Degraded() nor the part's State is read", orPart(g.Name), g.Group.Name()),
			})
		}
	}
}

func orPart(name string) string {
	if name == "" {
		return "this part"
	}
	return name
}

func (c *checker) say(o *outcome.Outcome, at ast.Node, category string, severity rule.Severity, message string) {
	f := rule.Finding{Pos: at.Pos(), End: at.End(), Category: category, Severity: severity, Message: message, Confidence: "definite"}
	if _, empty := at.(*ast.BlockStmt); empty {
		f.Pos, f.End = o.Expr.Pos(), o.Expr.End()
	}
	if severity == 0 {
		f.Confidence = "likely"
	}
	f.Related = []analysis.RelatedInformation{{Pos: o.Expr.Pos(), End: o.Expr.End(), Message: "the call"}}
	c.report(f)
}
