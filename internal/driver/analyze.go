package driver

import (
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// analyze runs the rules that g's configuration enables on g's packages, and adds what they find to out. Packages
// below them are visited for their facts only.
func analyze(opts Options, g *group, out *Outcome) error {
	list := analyzers.New(g.config)
	g.ran = make(map[string]bool)
	for _, a := range list {
		g.ran[a.Name] = true
	}
	why, err := newWhy(opts, list)
	if err != nil {
		return err
	}
	guard(list)
	dropFactless(g.pkgs)
	// The checker starts a goroutine for each edge of its graph: with one processor they only cost.
	sequential := opts.Sequential || runtime.GOMAXPROCS(0) == 1
	graph, err := checker.Analyze(append(list, why.roots()...), g.pkgs, &checker.Options{Sequential: sequential})
	if err != nil {
		return err // an analyzer is not well formed: a fault of this program
	}
	for act := range graph.All() {
		out.Timing.Analyzers[act.Analyzer.Name] += act.Duration
		// Only the first of a chain says what went wrong.
		if act.Err != nil && !strings.HasPrefix(act.Err.Error(), "failed prerequisites") {
			out.Failed = append(out.Failed, fmt.Errorf("%s: %s: %w", act.Package.PkgPath, act.Analyzer.Name, act.Err))
		}
	}
	for _, act := range graph.Roots {
		why.ask(act)
		res, ok := act.Result.(*rule.Result)
		if !ok {
			continue
		}
		for _, f := range res.Findings {
			if found, ok := g.found(act.Package, f); ok {
				out.Findings = append(out.Findings, found)
			}
		}
		for _, ig := range res.Ignored {
			found, ok := g.found(act.Package, ig.Finding)
			if ok && opts.Suppressed {
				found.Suppressed = &report.Suppressed{Kind: report.Ignored, Reason: ig.Reason}
				out.Suppressed = append(out.Suppressed, found)
			}
		}
	}
	if answer, ok := why.answer(); ok {
		out.Why = answer
	}
	return nil
}

// found is a finding in one of the files to report in.
func (g *group) found(pkg *packages.Package, f rule.Finding) (Found, bool) {
	at := pkg.Fset.Position(f.Pos)
	return Found{
		Finding: f, Package: pkg, Position: at,
		FailOn: g.config.FailOn, Unsafe: g.config.UnsafeFixes, Baseline: g.config.Baseline,
	}, g.only == nil || g.only[at.Filename]
}

// dropFactless cuts the imports that can give no facts, those without source below: the checker would make an action
// for each of them and each model pass, which costs more than some of the passes do. Nothing of ours asks a loaded
// package for its imports afterwards; the types have their own.
func dropFactless(pkgs []*packages.Package) {
	source := make(map[*packages.Package]bool)
	var visit func(p *packages.Package) bool
	visit = func(p *packages.Package) bool {
		has, seen := source[p]
		if seen {
			return has
		}
		has = len(p.Syntax) > 0
		for path, imp := range p.Imports {
			if visit(imp) {
				has = true
			} else {
				delete(p.Imports, path)
			}
		}
		source[p] = has
		return has
	}
	for _, p := range pkgs {
		visit(p)
	}
}

// guard makes a panic in one of our analyzers an error of that analyzer on that package. The analyzers are fresh, so
// changing them here changes nobody else's; inspect is x/tools' own and shared by all.
func guard(list []*analysis.Analyzer) {
	for _, a := range facts.Reach(list) {
		if a == inspect.Analyzer {
			continue
		}
		run := a.Run
		a.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = facts.Panicked(r)
				}
			}()
			return run(pass)
		}
	}
}
