package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
)

// PlannedEntry is an entry point with the plan of everything that it reaches in the loaded program.
type PlannedEntry struct {
	callplan.Entry
	Package  string
	Position token.Position
}

// Planned is what a run of Plans found.
type Planned struct {
	Entries []PlannedEntry // by package and position
	Broken  []string
	Failed  []error
}

// Plans loads the packages and makes the call plans of their entry points. Unlike a rule it looks at the whole loaded
// program: a call through an interface is followed to the types that implement it, wherever they are.
func Plans(ctx context.Context, opts Options) (*Planned, error) {
	loaded, err := load(ctx, opts)
	if err != nil {
		return nil, err
	}
	out := &Planned{Broken: loaded.broken()}
	for _, g := range loaded.groups {
		if err := plans(g, loaded.source, out); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out.Entries, func(a, b PlannedEntry) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Position.Filename, b.Position.Filename), cmp.Compare(a.Position.Offset, b.Position.Offset))
	})
	return out, nil
}

func plans(g *group, source []*packages.Package, out *Planned) error {
	a := analyzers.Plan(g.config)
	guard([]*analysis.Analyzer{a})
	dropFactless(source)
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, source, nil)
	if err != nil {
		return err
	}
	program := callplan.NewProgram()
	asked := make(map[string]bool)
	for _, p := range g.pkgs {
		asked[p.ID] = true
	}
	var results []*checker.Action
	for _, act := range graph.Roots {
		if act.Err != nil {
			if !strings.HasPrefix(act.Err.Error(), "failed prerequisites") {
				out.Failed = append(out.Failed, fmt.Errorf("%s: %s: %w", act.Package.PkgPath, act.Analyzer.Name, act.Err))
			}
			continue
		}
		program.Add(act.Package.Types, act.Result.(*callplan.Result))
		if asked[act.Package.ID] {
			results = append(results, act)
		}
	}
	for _, act := range results {
		r := act.Result.(*callplan.Result)
		for _, e := range program.Entries(r) {
			at := act.Package.Fset.Position(e.Pos)
			if g.only != nil && !g.only[at.Filename] {
				continue
			}
			out.Entries = append(out.Entries, PlannedEntry{Entry: e, Package: act.Package.PkgPath, Position: at})
		}
	}
	return nil
}
