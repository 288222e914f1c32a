package driver

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/baseline"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// cover takes the findings of the unit out that the configuration's baseline covers. A baseline knows a finding by
// package and function, so one unit has all that it takes to decide.
func (x *execution) cover(list []*analysis.Analyzer) error {
	if x.conf.Baseline == "" {
		return nil
	}
	file, err := readBaseline(x.conf.Baseline)
	if err != nil {
		return err
	}
	type finding struct {
		Found
		step *facts.Step
		at   int // in the step's results
	}
	var all []finding
	for _, a := range list {
		s := x.of(a)
		res, ok := s.Result.(*rule.Result)
		if !ok {
			continue
		}
		for i, f := range res.Findings {
			all = append(all, finding{Found{Finding: f, Package: x.pkg, Position: x.pkg.Fset.Position(f.Pos)}, s, i})
		}
	}
	slices.SortStableFunc(all, func(a, b finding) int { return compare(a.Found, b.Found) })
	var keys [][]baseline.Key
	for _, f := range all {
		keys = append(keys, f.find())
	}
	res := file.Match(keys, goneFrom(x.pkg))
	covered := make(map[*facts.Step]map[int]bool)
	for i, f := range all {
		if res.Covered[i] {
			if covered[f.step] == nil {
				covered[f.step] = make(map[int]bool)
			}
			covered[f.step][f.at] = true
		}
	}
	for s, at := range covered {
		found := s.Result.(*rule.Result)
		// Report adds to all of these lists at once.
		s.Diagnostics = without(s.Diagnostics, at)
		s.Result = &rule.Result{Findings: without(found.Findings, at), Diagnostics: without(found.Diagnostics, at), Ignored: found.Ignored}
	}
	return nil
}

func without[T any](list []T, at map[int]bool) []T {
	var kept []T
	for i, x := range list {
		if !at[i] {
			kept = append(kept, x)
		}
	}
	return kept
}

// Uncovered leaves of the findings of one package those that the configuration's baseline does not cover.
func Uncovered(baselineFile string, pkg *packages.Package, list []rule.Finding) ([]rule.Finding, error) {
	file, err := readBaseline(baselineFile)
	if err != nil {
		return list, err
	}
	order := make([]int, len(list))
	found := make([]Found, len(list))
	for i, f := range list {
		order[i] = i
		found[i] = Found{Finding: f, Package: pkg, Position: pkg.Fset.Position(f.Pos)}
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(found[a], found[b]) })
	var keys [][]baseline.Key
	for _, i := range order {
		keys = append(keys, found[i].find())
	}
	res := file.Match(keys, goneFrom(pkg))
	covered := make(map[int]bool)
	for k, i := range order {
		covered[i] = res.Covered[k]
	}
	return without(list, covered), nil
}
