package fixprop

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// The case modules import real libraries; see ecosystem/cases.
var modules = flag.String("cases", "", "case modules to fix, comma separated: cases,cases2,cases3,cases4")

// TestCases type-checks every fix that is offered for a case module, alternatives too, each on its own; then it applies
// all first ones.
func TestCases(t *testing.T) {
	if *modules == "" {
		t.Skip("no -cases")
	}
	for _, name := range strings.Split(*modules, ",") {
		t.Run(name, func(t *testing.T) {
			dir := copyModule(t, filepath.Join("..", "..", "testdata", name))
			out, opts := lint(t, dir)
			tried := make(map[string]int)
			for _, f := range out.Findings {
				for _, fx := range f.Fixes {
					if len(fx.Edits) == 0 {
						continue
					}
					one := f
					fx.Level = rule.Ask // Fixes takes no worked example; it has to type-check all the same
					one.Fixes, one.Unsafe = []rule.Fix{fx}, true
					tried[f.Rule]++
					plan := (&driver.Outcome{Findings: []driver.Found{one}}).Fixes(t.Context(), opts)
					for _, why := range plan.Dropped {
						t.Errorf("fix %q: %s", fx.Title, strings.ReplaceAll(why, dir+string(filepath.Separator), ""))
					}
					if plan.Applied+len(plan.Dropped) != 1 {
						t.Errorf("%v: fix %q was not tried", f.Position, fx.Title)
					}
				}
			}
			t.Logf("fixes tried, by rule: %v", tried)
			applyAll(t, dir, out, opts)
		})
	}
}
