package fanout

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "fanout",
		Doc:              Doc,
		URL:              env.URL("fanout"),
		Requires:         []*analysis.Analyzer{env.Bound, env.Deadline, env.Ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			res := &rule.Result{}
			known, dead := pass.ResultOf[env.Bound].(*bound.Result), pass.ResultOf[env.Deadline].(*deadline.Result)
			repair := &repairer{pass: pass, cfg: env.Config, known: known}
			for i := range known.Fans {
				f := &known.Fans[i]
				if f.Configured && !slices.ContainsFunc(f.Calls, func(c *downstream.Call) bool { return !dead.Bounded(c) }) {
					continue // as many as somebody has written down, and each comes to an end
				}
				found := rule.Finding{
					Pos: f.Start.Pos(), End: headEnd(f),
					Category:   category(f),
					Message:    message(f),
					Path:       path(known, f),
					Confidence: "definite",
				}
				if f.Likely {
					found.Confidence = "likely"
				}
				for _, n := range f.Inner {
					found.Related = append(found.Related, analysis.RelatedInformation{Pos: n.Pos(), End: n.End(), Message: "goroutines are started here too"})
				}
				if call := f.Calls[0].Expr; call.Pos() > f.Start.Pos() && call.End() <= f.Start.End() {
					found.Related = append(found.Related, analysis.RelatedInformation{Pos: call.Pos(), End: call.End(), Message: "the call: " + f.Calls[0].Name()})
				}
				found.Fixes = repair.fixes(f)
				rule.Report(pass, env, res, "fanout", found)
			}
			return res, nil
		},
	}
}

func category(f *bound.Fan) string {
	switch {
	case f.Likely:
		return "likely"
	case f.Inside:
		return "goroutines"
	}
	return ""
}

// message: starts a goroutine for each of topics, a parameter of Scrape, without a limit; each calls (*http.Client).Do
func message(f *bound.Fan) string {
	var each []string
	for _, t := range f.Trips {
		s := t.Of
		if t.From != "" {
			s += ", " + t.From
		}
		each = append(each, s)
	}
	var b strings.Builder
	head, number := "starts a goroutine", "starts as many goroutines as "
	if f.Callee != "" {
		head = "calls " + f.Callee + ", which starts a goroutine (" + f.Place + "),"
		number = head + " as often as "
	}
	if t := f.Trips[0]; len(f.Trips) == 1 && t.Number {
		b.WriteString(number + each[0])
		if t.From != "" {
			b.WriteByte(',')
		}
		b.WriteString(" says, without a limit")
	} else {
		b.WriteString(head + " for each of " + strings.Join(each, ", and each of "))
		if f.Trips[len(f.Trips)-1].From != "" {
			b.WriteByte(',')
		}
		b.WriteString(" without a limit")
	}
	c := f.Calls[0]
	switch {
	case f.Paced:
		b.WriteString("; the calls go through a rate limiter, the goroutines have no limit")
	case f.Inside:
		b.WriteString("; a slot is taken only inside, so they pile up in front of " + sink(c))
	case f.Likely:
		b.WriteString("; each calls " + c.Name() + ", probably remote")
	case f.Callee != "":
		b.WriteString("; each goroutine calls " + c.Reach[0].Sink)
	default:
		b.WriteString("; each calls " + sink(c))
	}
	if more := others(f); more > 0 {
		b.WriteString(" and more")
	}
	return b.String()
}

func sink(c *downstream.Call) string {
	if c.Sink != nil || len(c.Reach) == 0 {
		return c.Name()
	}
	if c.Fn == nil {
		return c.Reach[0].Sink
	}
	return c.Reach[0].Sink + " by " + c.Name()
}

// others counts the further calls that are of another function.
func others(f *bound.Fan) (n int) {
	for _, c := range f.Calls[1:] {
		if c.Name() != f.Calls[0].Name() {
			n++
		}
	}
	return n
}

func path(known *bound.Result, f *bound.Fan) []string {
	c := f.Calls[0]
	if c.Sink != nil || len(c.Reach) == 0 {
		return nil
	}
	return append([]string{known.Hop(c)}, c.Reach[0].Path...)
}
