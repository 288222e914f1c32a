package allornothing_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/allornothing"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, allornothing.New, "allornothing", linttest.Options{Models: model.AddPasses})
}
