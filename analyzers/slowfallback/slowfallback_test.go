package slowfallback_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/slowfallback"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, slowfallback.New, "slowfallback", linttest.Options{Models: model.AddPasses})
}
