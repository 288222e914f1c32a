package aggregate_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

func Example() {
	users := downstream.New("user-service", downstream.Config{Timeout: 500 * time.Millisecond, Core: true})
	recommend := downstream.New("recommend-service", downstream.Config{Timeout: 400 * time.Millisecond, Degradable: true})

	ctx, cancel := budget.Start(context.Background(), 2*time.Second, 300*time.Millisecond)
	defer cancel()
	g := aggregate.New(ctx)
	user := aggregate.Require(g, users, func(ctx context.Context) (string, error) {
		return "Ann", nil // a request to the service, with ctx
	})
	items := aggregate.Prefer(g, recommend, func(ctx context.Context) ([]string, error) {
		return nil, errors.New("connection refused")
	}, fallback.Value([]string{}))
	if err := g.Wait(); err != nil {
		fmt.Println("no answer:", err)
		return
	}
	fmt.Println(user.Value(), items.Value(), g.Degraded())
	// Output: Ann [] [recommend-service]
}
