package downstream_test

import (
	"context"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

func Example() {
	c := contract.MustLoad([]byte(`{"aggregator": {"totalBudgetMs": 2000, "safetyMarginMs": 300, "downstreams": {
		"user-service":  {"timeoutMs": 500, "core": true},
		"stock-service": {"timeoutMs": 20, "degradable": true}}}}`))
	set, err := downstream.FromContract(c, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := budget.Start(context.Background(), 2*time.Second, 300*time.Millisecond)
	defer cancel()

	user, err := downstream.Do(ctx, set.Get("user-service"), func(ctx context.Context) (string, error) {
		return "ada", nil
	})
	fmt.Println(user, err)

	hangs := func(ctx context.Context) ([]string, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	_, err = downstream.Do(ctx, set.Get("stock-service"), hangs)
	fmt.Println(err)
	stock, degraded, err := downstream.DoOr(ctx, set.Get("stock-service"), hangs, fallback.Value([]string{}))
	fmt.Println(stock, degraded, err)
	// Output:
	// ada <nil>
	// stock-service: timeout: context deadline exceeded: budget: call timeout
	// [] true <nil>
}
