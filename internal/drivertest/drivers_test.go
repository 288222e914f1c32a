package drivertest

import (
	"flag"
	"testing"
)

var (
	realNogo = flag.Bool("nogo", false, "run nogo itself too, built from the sources of Bazel's rules_go; downloads them")
	cases    = flag.Bool("cases", false, "compare on testdata/cases2 and cases3 too; downloads and builds their libraries")
)

// TestDriversAgree wants the same findings of every host on every module. docs/drivers.md lists what hosts cannot give.
func TestDriversAgree(t *testing.T) {
	t.Setenv("BUDGETLINT_CONFIG", "")
	bin := Build(t)
	drivers := []Driver{Standalone(bin), Vet(bin), VetJSON(bin), Nogo()}
	if *realNogo {
		drivers = append(drivers, RealNogo(BuildNogo(t)))
	}
	t.Run("examples", func(t *testing.T) { Compare(t, Examples(t), drivers...) })
	t.Run("fixtures", func(t *testing.T) { Compare(t, Fixtures(t), drivers...) })
	modules := []string{"cases"}
	if *cases {
		modules = append(modules, "cases2", "cases3")
	}
	for _, name := range modules {
		t.Run(name, func(t *testing.T) { Compare(t, Cases(t, name), drivers...) })
	}
}
