package overbudget_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/overbudget"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, overbudget.New, "overbudget", linttest.Options{Models: model.AddPasses})
	linttest.RunRule(t, overbudget.New, "overbudget_server", linttest.Options{Models: model.AddPasses})
}

func TestContract(t *testing.T) {
	linttest.RunRule(t, overbudget.New, "overbudget_contract", linttest.Options{Models: model.AddPasses, Contract: `{ "aggregator": {
		"totalBudgetMs": 2000, "safetyMarginMs": 300, "downstreams": {
			"orders": { "timeoutMs": 800, "core": true },
			"stock":  { "timeoutMs": 400, "degradable": true } } } }`})
}
