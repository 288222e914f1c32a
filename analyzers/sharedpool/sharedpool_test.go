package sharedpool_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/sharedpool"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, sharedpool.New, "sharedpool", linttest.Options{Models: model.AddPasses})
}
