package lockedcall_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/lockedcall"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, lockedcall.New, "lockedcall", linttest.Options{Models: model.AddPasses})
}
