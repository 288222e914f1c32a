package budget_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

func Example() {
	// Where the request arrives: two seconds in all, 300 ms of them for the answer.
	ctx, cancel := budget.Start(context.Background(), 2*time.Second, 300*time.Millisecond)
	defer cancel()

	// A call may take 400 ms, and never more than the request has left.
	stock := func(ctx context.Context) error {
		ctx, cancel := budget.Within(ctx, 400*time.Millisecond)
		defer cancel()
		left, _ := budget.Remaining(ctx)
		fmt.Println("stock may take", left.Round(100*time.Millisecond))
		return nil
	}
	if err := stock(ctx); err != nil {
		fmt.Println(err)
	}

	// A wait that would leave no time for what follows is refused at once.
	err := budget.Sleep(ctx, 5*time.Second)
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded))

	left, _ := budget.Remaining(budget.Reply(ctx))
	fmt.Println("the answer has", left.Round(100*time.Millisecond))
	// Output:
	// stock may take 400ms
	// budget: exhausted true
	// the answer has 2s
}
