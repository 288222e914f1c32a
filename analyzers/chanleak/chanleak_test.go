package chanleak_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/chanleak"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, chanleak.New, "chanleak", linttest.Options{Models: model.AddPasses})
}
