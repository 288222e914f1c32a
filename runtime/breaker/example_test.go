package breaker_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

func Example() {
	const timeout = 400 * time.Millisecond
	b := breaker.New(contract.Breaker{MinimumRequests: 3}, func(from, to breaker.State) {
		fmt.Println("stock-service:", from, "→", to)
	})
	ask := func() error {
		ticket, err := b.Allow(timeout)
		if err != nil {
			return err
		}
		outcome := breaker.Failure // also if the call panics
		defer func() { ticket.Done(outcome) }()
		return errors.New("503 Service Unavailable") // the call; a success would set outcome
	}
	for range 4 {
		fmt.Println(ask())
	}
	// Output:
	// 503 Service Unavailable
	// 503 Service Unavailable
	// stock-service: closed → open
	// 503 Service Unavailable
	// breaker: open
}
