package redisbudget_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// priceCache is the dependency: one for the program, in a package variable.
var priceCache = downstream.New("price-cache", downstream.Config{
	Timeout:  2 * time.Second,
	Breaker:  &contract.Breaker{MinimumRequests: 20},
	Classify: redisbudget.Classify,
	Observer: record.ObserverFunc(func(_ context.Context, c record.Call) {
		fmt.Println("record:", c.Name, c.Status)
	}),
})

func Example() {
	server, err := miniredis.Run() // stands in for Redis
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	server.Set("pen", "3")

	rdb := redis.NewClient(&redis.Options{Addr: server.Addr(), ContextTimeoutEnabled: true, MaxRetries: -1})
	defer rdb.Close()
	if err := redisbudget.Attach(rdb, priceCache); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()

	price, err := rdb.Get(ctx, "pen").Int()
	fmt.Println(price, err)

	_, err = rdb.Get(ctx, "ink").Int()
	fmt.Println(err == redis.Nil)

	priceCache.Breaker().Force(breaker.Open, true) // as it is after too many failures
	_, err = rdb.Get(ctx, "pen").Int()
	fmt.Println(errors.Is(err, breaker.ErrOpen), err)
	// Output:
	// record: price-cache ok
	// 3 <nil>
	// record: price-cache ok
	// true
	// record: price-cache open
	// true price-cache: open: breaker: open
}
