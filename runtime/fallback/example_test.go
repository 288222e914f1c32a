package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/fallback"
)

func Example() {
	prices := fallback.NewMemory[string, int](1000)
	tea := fallback.Stale(prices, "tea", time.Minute)

	tea.Keep(350, time.Now()) // package downstream does so after a success
	fmt.Println(tea.Get(context.Background(), errors.New("price-service is down")))
	fmt.Println(fallback.Stale(prices, "milk", time.Minute).Get(context.Background(), errors.New("down")))
	// Output:
	// 350 true
	// 0 false
}
