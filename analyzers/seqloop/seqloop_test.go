package seqloop_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/seqloop"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, seqloop.New, "seqloop", linttest.Options{Models: model.AddPasses})
}

// A package that imports nothing but the interface.
func TestStd(t *testing.T) {
	linttest.RunRule(t, seqloop.New, "seqloop_std", linttest.Options{Models: model.AddPasses})
}

// The module requires the runtime.
func TestRuntime(t *testing.T) {
	linttest.RunRule(t, seqloop.New, "seqloop_runtime", linttest.Options{Models: model.AddPasses, YAML: "fixes: runtime\n"})
}
