package pool_test

import (
	"context"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/pool"
)

func ExampleMap() {
	prices, err := pool.Map(context.Background(), []string{"tea", "milk"}, 8,
		func(ctx context.Context, product string) (int, error) { return 100 * len(product), nil })
	fmt.Println(prices, err)
	// Output: [300 400] <nil>
}

func ExampleAll() {
	var user string
	var orders int
	err := pool.All(context.Background(),
		func(ctx context.Context) (err error) {
			user, err = "ann", ctx.Err() // a call
			return err
		},
		func(ctx context.Context) (err error) {
			orders, err = 3, ctx.Err() // another one
			return err
		},
	)
	fmt.Println(user, orders, err)
	// Output: ann 3 <nil>
}

func ExampleBulkhead() {
	reports := pool.NewBulkhead(1)
	ask := func(ctx context.Context) error {
		if err := reports.Acquire(ctx, 10*time.Millisecond); err != nil {
			return err
		}
		defer reports.Release()
		return ctx.Err() // the call
	}
	fmt.Println(ask(context.Background()))

	reports.Acquire(context.Background(), 0) // a call that hangs
	fmt.Println(ask(context.Background()))
	// Output:
	// <nil>
	// pool: bulkhead is full
}
