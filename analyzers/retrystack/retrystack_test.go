package retrystack_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/retrystack"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, retrystack.New, "retrystack", linttest.Options{Models: model.AddPasses})
}
