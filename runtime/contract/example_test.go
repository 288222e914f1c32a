package contract_test

import (
	"fmt"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

func Example() {
	c := contract.MustLoad([]byte(`{"aggregator": {"totalBudgetMs": 2000, "safetyMarginMs": 300, "downstreams": {
		"user-service":  {"timeoutMs": 500, "core": true},
		"stock-service": {"timeoutMs": 400, "degradable": true}}}}`))
	page := c.Aggregator("")
	fmt.Println("to spend:", page.Spend())
	for _, d := range page.Downstreams {
		fmt.Println(d.Name, d.Timeout, "core:", d.Core)
	}

	_, err := contract.Parse("budget.json", []byte(`{"aggregator": {"totalBudgetMs": 2000, "downstreams": {
  "stock-service": {"timeoutMs": 4000}}}}`))
	fmt.Println(err)
	// Output:
	// to spend: 1.7s
	// user-service 500ms core: true
	// stock-service 400ms core: false
	// budget.json:2:34: aggregator.downstreams["stock-service"].timeoutMs: 4s is more than the total budget of 2s
}
