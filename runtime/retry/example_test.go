package retry_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

func ExampleDo() {
	stock := retry.NewBudget() // one for each downstream
	p := contract.Retry{Attempts: 3, Base: time.Millisecond}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	n := 0
	v, err := retry.Do(ctx, p, stock, 50*time.Millisecond, func(context.Context) (string, error) {
		if n++; n == 1 {
			return "", errors.New("connection reset")
		}
		return "12 in stock", nil
	})
	fmt.Println(v, err)

	_, err = retry.Do(ctx, p, stock, 50*time.Millisecond, func(context.Context) (string, error) {
		return "", retry.After(errors.New("503 Service Unavailable"), time.Hour)
	})
	fmt.Println(err)
	// Output:
	// 12 in stock <nil>
	// 503 Service Unavailable (not tried again: budget: exhausted)
}
