package coreempty_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/coreempty"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, coreempty.New, "coreempty", linttest.Options{Models: model.AddPasses})
}
