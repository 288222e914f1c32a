package seqcalls

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("seqcalls", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Effect].(*effect.Result)
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		repair := &repairer{pass: pass, cfg: env.Config, dirs: dirs, known: known, names: fix.Names{}}
		for _, w := range known.Waves {
			// Have: a, err := s.a.Get(ctx)
			//       if err != nil { return err }
			//       b, err := s.b.Get(ctx) // needs nothing of a
			calls := counted(env, w)
			if len(calls) < 2 {
				continue
			}
			found := finding(calls, dirs)
			found.Fixes = repair.fixes(w, calls)
			report(found)
		}
	}, env.Effect)
}

// counted are the calls of a wave that the configuration lets count.
func counted(env *rule.Env, w *effect.Wave) (calls []effect.Member) {
	for _, c := range w.Calls {
		local := c.SQL || c.Likely && !network(c)
		if c.Likely && !env.Config.Likely || local && env.Config.Rules["seqcalls"].Options["sql"] != "true" {
			continue
		}
		calls = append(calls, c)
	}
	return calls
}

// network: the interface of a call that is only probably remote has a name of the network. A …Service, …Provider or
// …Loader is as often a module of the same program over one database: of 19 findings on code that nobody had looked at
// one was true.
func network(c effect.Member) bool {
	if !syntax.IsInterface(c.Fn) {
		return false
	}
	name := syntax.NameOf(c.Fn.Signature().Recv().Type())
	return name != nil && syntax.HasWord(name.Name(), "client", "gateway", "api", "fetcher")
}

func finding(calls []effect.Member, dirs *config.Directives) rule.Finding {
	second := calls[1]
	f := rule.Finding{Pos: second.Expr.Pos(), End: second.Expr.End(), Confidence: "definite"}
	if x := shortest(second); x != nil {
		f.Path = x.Path
	}
	f.Message = message(calls) + times(calls, dirs) + tail(second)
	for _, c := range calls {
		if c.Likely {
			f.Confidence = "likely"
		}
		if c.Expr == second.Expr {
			continue
		}
		waits := name(c.Expr) + " waits too"
		if x := shortest(c); x != nil && len(x.Path) > 0 {
			waits += ", for " + x.Sink
		}
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: c.Expr.Pos(), End: c.Expr.End(), Message: waits})
	}
	return f
}

// shortest is the nearest way out that a call has; nil for one that is only probably remote.
func shortest(c effect.Member) *downstream.Reach {
	ways := c.Effects()
	if len(ways) == 0 {
		return nil
	}
	best := &ways[0]
	for i := range ways {
		if len(ways[i].Path) < len(best.Path) {
			best = &ways[i]
		}
	}
	return best
}

// tail names the hops from a wrapper to its sink: they may lie in other packages, where no position can point.
func tail(c effect.Member) string {
	x := shortest(c)
	if x == nil || len(x.Path) == 0 {
		return ""
	}
	var hops []string
	for _, h := range x.Path {
		hops = append(hops, h[strings.LastIndexByte(h, '/')+1:])
	}
	return "; path: " + strings.Join(append(hops, x.Sink), " → ")
}

// maxNamed bounds how many calls a message spells out.
const maxNamed = 6

func message(calls []effect.Member) string {
	var names []string
	likely := 0
	for _, c := range calls {
		if c.Likely {
			likely++
		}
		if len(names) < maxNamed {
			names = append(names, name(c.Expr))
		}
	}
	list := strings.Join(names, ", ")
	if len(names) < len(calls) {
		list += ", …"
	}
	probably := ""
	switch {
	case likely == len(calls):
		probably = " (probably remote)"
	case likely > 0:
		probably = fmt.Sprintf(" (%d of them probably remote)", likely)
	}
	return fmt.Sprintf("%d calls%s wait one after another although none needs another: %s; ", len(calls), probably, list)
}

// times says what the calls cost: in numbers where each has a timeout that is said.
func times(calls []effect.Member, dirs *config.Directives) string {
	var sum, longest time.Duration
	var each []string
	for _, c := range calls {
		said, _ := dirs.Downstream(c.Fn)
		if said.Timeout == 0 {
			return "together they take the sum of their times, in parallel the longest"
		}
		sum, longest = sum+said.Timeout, max(longest, said.Timeout)
		each = append(each, said.Timeout.String())
	}
	return fmt.Sprintf("%s = %s at worst, in parallel %s", strings.Join(each, " + "), sum, longest)
}

// name spells what is called, as the user did; of a chain only its end: CoreV1().Pods(ns).List is Pods(…).List.
func name(call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return types.ExprString(call.Fun)
	}
	inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return types.ExprString(call.Fun)
	}
	args := "()."
	if len(inner.Args) > 0 {
		args = "(…)."
	}
	switch f := ast.Unparen(inner.Fun).(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name + args + sel.Sel.Name
	case *ast.Ident:
		return f.Name + args + sel.Sel.Name
	}
	return sel.Sel.Name
}
