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

func TestRuntime(t *testing.T) {
	linttest.RunRule(t, coreempty.New, "coreempty_runtime", linttest.Options{Models: model.AddPasses, Contract: `{ "aggregator": {
		"totalBudgetMs": 2000, "safetyMarginMs": 300, "downstreams": {
			"orders": { "timeoutMs": 800, "core": true },
			"hints":  { "timeoutMs": 400, "degradable": true } } } }`})
}
