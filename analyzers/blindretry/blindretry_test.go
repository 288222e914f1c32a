package blindretry_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/blindretry"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, blindretry.New, "blindretry", linttest.Options{Models: model.AddPasses})
}

// The module requires the runtime.
func TestRuntime(t *testing.T) {
	linttest.RunRule(t, blindretry.New, "blindretry_runtime", linttest.Options{Models: model.AddPasses, YAML: "fixes: runtime\n"})
}
