package seqloop

import (
	"fmt"
	"go/ast"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// few rounds are not worth a rewrite.
const few = 3

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("seqloop", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		trips := pass.ResultOf[env.Bound].(*bound.Result)
		known := pass.ResultOf[env.Effect].(*effect.Result)
		dirs := pass.ResultOf[env.Ignores].(*config.Directives)
		repair := &repairer{pass: pass, cfg: env.Config, known: known, names: fix.Names{}}
		counts := func(l *effect.Loop) bool {
			trip := trips.Trip(l.Stmt)
			return trip.Kind == bound.Constant && trip.N > few || trip.Kind == bound.Unknown
		}
		for _, l := range known.Loops {
			// Have: for _, id := range ids { x, err := s.get(ctx, id); …; out = append(out, x) }
			if counts(l) && !slices.ContainsFunc(l.Within, counts) {
				trip := trips.Trip(l.Stmt)
				found := finding(trips, l, trip)
				found.Message = message(l, trip, times(l, trip, dirs))
				found.Fixes = repair.fixes(l)
				report(found)
			}
		}
	}, env.Effect, env.Bound)
}

func finding(trips *bound.Result, l *effect.Loop, trip bound.Trip) rule.Finding {
	first := l.Calls[0]
	f := rule.Finding{Pos: first.Expr.Pos(), End: first.Expr.End(), Confidence: "definite"}
	for i, c := range l.Calls {
		if c.Likely {
			f.Confidence = "likely"
		}
		if i > 0 {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: c.Expr.Pos(), End: c.Expr.End(), Message: c.Name() + " waits too"})
		}
	}
	f.Related = append(f.Related, analysis.RelatedInformation{Pos: l.Stmt.Pos(), End: head(l.Stmt).Pos(), Message: "the loop"})
	if first.Sink == nil && len(first.Reach) > 0 {
		f.Path = append([]string{trips.Hop(first.Call)}, first.Reach[0].Path...)
	}
	return f
}

func head(s ast.Stmt) *ast.BlockStmt {
	if r, ok := s.(*ast.RangeStmt); ok {
		return r.Body
	}
	return s.(*ast.ForStmt).Body
}

func message(l *effect.Loop, trip bound.Trip, times string) string {
	first := l.Calls[0]
	m := "waits for " + sink(first) + " once for each of " + items(trip)
	if n := len(l.Calls); n > 1 {
		m += ", and for " + more(l.Calls)
	}
	m += times
	switch batch := batchOf(l); {
	case batch != "":
		m += "; " + batch + " beside it seems to answer for many at once"
	case l.SQL:
		m += "; one query over all keys would answer for all"
	default:
		m += "; no round needs another, so the calls could be under way together"
	}
	return m
}

// times says what a round, and where the rounds are counted what the loop costs, if each call's timeout is said.
func times(l *effect.Loop, trip bound.Trip, dirs *config.Directives) string {
	var each time.Duration
	for _, c := range l.Calls {
		said, _ := dirs.Downstream(c.Fn)
		if said.Timeout == 0 {
			return ""
		}
		each += said.Timeout
	}
	if trip.Kind != bound.Constant {
		return ", " + each.String() + " each at worst"
	}
	return fmt.Sprintf(", %d × %s = %s at worst", trip.N, each, time.Duration(trip.N)*each)
}

func items(trip bound.Trip) string {
	switch {
	case trip.Kind == bound.Constant:
		return "a fixed list"
	case trip.From != "":
		return trip.Of + " (" + trip.From + ")"
	}
	return trip.Of
}

func sink(c effect.Member) string {
	if c.Likely {
		return c.Name() + ", probably remote,"
	}
	if c.Sink != nil || len(c.Reach) == 0 {
		return c.Name()
	}
	return c.Reach[0].Sink + " by " + c.Name()
}

func more(calls []effect.Member) string {
	if len(calls) == 2 {
		return calls[1].Name()
	}
	return "others"
}

func batchOf(l *effect.Loop) string {
	i := slices.IndexFunc(l.Calls, func(c effect.Member) bool { return c.Batch() != "" })
	if i < 0 {
		return ""
	}
	return l.Calls[i].Batch()
}
