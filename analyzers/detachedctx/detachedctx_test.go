package detachedctx_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/detachedctx"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, detachedctx.New, "detachedctx", linttest.Options{Models: model.AddPasses})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, detachedctx.New, "detachedctx_broken", linttest.Options{Models: model.AddPasses, Broken: true})
}

// The module requires the runtime.
func TestRuntime(t *testing.T) {
	linttest.RunRule(t, detachedctx.New, "detachedctx_runtime", linttest.Options{Models: model.AddPasses, YAML: "fixes: runtime\n"})
}
