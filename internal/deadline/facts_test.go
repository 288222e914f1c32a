package deadline_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

func TestFacts(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule}, "../../examples/dashboard/before")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the example does not load")
	}
	linttest.FactsHold(t, func() *analysis.Analyzer {
		return model.Env(config.Default(), config.Known{}, func(string, string) rule.Severity { return rule.Warning }).Deadline
	}, pkgs, 5)
}
