package overbudget_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/overbudget"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, overbudget.New, "overbudget", linttest.Options{Models: model.AddPasses})
}
