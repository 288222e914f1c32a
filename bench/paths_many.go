package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/retry"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sony/gobreaker/v2"
	"github.com/sourcegraph/conc/iter"
	concpool "github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// groups is a page out of five downstreams, each with a timeout and a breaker.
func groups(ctx context.Context) path {
	const parts, limit = 5, 10 * time.Minute
	var ds [parts]*downstream.Downstream
	var gs [parts]*gobreaker.CircuitBreaker[int]
	var two [parts]*gobreaker.TwoStepCircuitBreaker[struct{}]
	var fs [parts]failsafe.Executor[int]
	var hs [parts]string
	for i := range parts {
		ds[i] = downstream.New(fmt.Sprint(i), downstream.Config{Timeout: limit, Core: i < 2, Degradable: i >= 2, Breaker: &contract.Breaker{}})
		gs[i], two[i], fs[i], hs[i] = goBreaker(), goTwoStep(), failsafeStack(limit), hystrixCommand(fmt.Sprint("group", i), limit)
	}
	inErrgroup := func(call func(ctx context.Context, i int) (int, error)) func() bool {
		return func() bool {
			g, ctx := errgroup.WithContext(ctx)
			var got [parts]int
			for i := range parts {
				g.Go(func() (err error) { got[i], err = call(ctx, i); return err })
			}
			return g.Wait() == nil && got == [parts]int{7, 7, 7, 7, 7}
		}
	}
	return path{name: "page out of five", subjects: []subject{
		{"errgroup, 5 × (WithTimeout, TwoStep)", inErrgroup(func(ctx context.Context, i int) (int, error) {
			start := time.Now()
			ctx, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			done, err := two[i].Allow()
			if err != nil {
				return 0, err
			}
			v, err := answer(ctx)
			done(err)
			if time.Since(start) < 0 {
				return 0, err
			}
			return v, err
		})},
		{ours, func() bool {
			g := aggregate.New(ctx)
			var got [parts]*aggregate.Result[int]
			for i, d := range ds {
				if d.Core() {
					got[i] = aggregate.Require(g, d, answer)
				} else {
					got[i] = aggregate.Prefer(g, d, answer, fallback.Value(-1))
				}
			}
			sum, err := 0, g.Wait()
			for _, r := range got {
				sum += r.Value()
			}
			return err == nil && sum == 7*parts
		}},
		{"errgroup, gobreaker Execute", inErrgroup(func(ctx context.Context, i int) (int, error) { return executeGo(gs[i], ctx, limit) })},
		{"conc pool, gobreaker Execute", func() bool {
			p := concpool.New().WithContext(ctx).WithCancelOnError()
			var got [parts]int
			for i := range parts {
				p.Go(func(ctx context.Context) (err error) { got[i], err = executeGo(gs[i], ctx, limit); return err })
			}
			return p.Wait() == nil && got == [parts]int{7, 7, 7, 7, 7}
		}},
		{"errgroup, failsafe-go stack", inErrgroup(func(ctx context.Context, i int) (int, error) {
			return fs[i].WithContext(ctx).GetWithExecution(func(x failsafe.Execution[int]) (int, error) { return answer(x.Context()) })
		})},
		{"errgroup, hystrix-go DoC", inErrgroup(func(ctx context.Context, i int) (int, error) { return executeHystrix(ctx, hs[i]) })},
	}, goals: []goal{{subject: ours, ratio: 1.3, allocs: 52}}}
}

// pools is work over a slice, on four goroutines, with nothing to do for each item.
func pools() (all []path) {
	const limit = 4
	ctx := context.Background()
	for _, n := range []int{10, 100, 1000} {
		items := make([]int, n)
		for i := range items {
			items[i] = i
		}
		right := func(got []int) bool { return len(got) == n && got[n-1] == (n-1)*(n-1) }
		all = append(all, path{name: fmt.Sprintf("map over %d items", n), subjects: []subject{
			{"WaitGroup and an atomic index", func() bool {
				got := make([]int, n)
				var next atomic.Int64
				var wg sync.WaitGroup
				for range limit {
					wg.Go(func() {
						for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
							got[i] = items[i] * items[i]
						}
					})
				}
				wg.Wait()
				return right(got)
			}},
			{ours, func() bool {
				got, err := pool.Map(ctx, items, limit, func(_ context.Context, i int) (int, error) { return i * i, nil })
				return err == nil && right(got)
			}},
			{"conc iter.Map", func() bool {
				return right(iter.Mapper[int, int]{MaxGoroutines: limit}.Map(items, func(i *int) int { return *i * *i }))
			}},
			{"conc iter.MapErr", func() bool {
				got, err := iter.Mapper[int, int]{MaxGoroutines: limit}.MapErr(items, func(i *int) (int, error) { return *i * *i, nil })
				return err == nil && right(got)
			}},
			{"errgroup SetLimit", func() bool {
				g, _ := errgroup.WithContext(ctx)
				g.SetLimit(limit)
				got := make([]int, n)
				for i, item := range items {
					g.Go(func() error { got[i] = item * item; return nil })
				}
				return g.Wait() == nil && right(got)
			}},
		}, goals: []goal{{subject: ours, beside: "conc iter.Map", ratio: 1}}})
	}
	return all
}

// retries is a call that may be repeated and need not be.
func retries(ctx context.Context) path {
	tokens, p := retry.NewBudget(), contract.Retry{Attempts: 3}
	f := failsafe.With[int](retrypolicy.NewBuilder[int]().WithMaxAttempts(3).WithBackoff(50*time.Millisecond, time.Second).Build())
	return path{name: "retry, none needed", subjects: []subject{
		{"the call", func() bool { return ok(answer(ctx)) }},
		{ours, func() bool { return ok(retry.Do(ctx, p, tokens, time.Millisecond, answer)) }},
		{"cenkalti/backoff", func() bool {
			return ok(backoff.Retry(ctx, func() (int, error) { return answer(ctx) }, backoff.WithMaxTries(3)))
		}},
		{"failsafe-go retry", func() bool {
			return ok(f.WithContext(ctx).GetWithExecution(func(x failsafe.Execution[int]) (int, error) { return answer(x.Context()) }))
		}},
	}}
}

// memory answers without a network.
type memory struct{}

func (memory) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(page)), Request: r}, r.Context().Err()
}

var page = []byte("page")

// roundTrips is an HTTP request and its body, over a transport that costs nothing.
func roundTrips(ctx context.Context) path {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock/items", nil)
	if err != nil {
		panic(err) // the address above
	}
	get := func(rt http.RoundTripper) func() bool {
		return func() bool {
			resp, err := rt.RoundTrip(req)
			if err != nil {
				return false
			}
			defer resp.Body.Close()
			var body [8]byte
			n, _ := io.ReadFull(resp.Body, body[:])
			return string(body[:n]) == "page"
		}
	}
	d := downstream.New("stock", downstream.Config{Timeout: 10 * time.Minute, Breaker: &contract.Breaker{}, Retry: &contract.Retry{Attempts: 3}})
	client := retryablehttp.NewClient()
	client.Logger, client.HTTPClient.Transport = nil, memory{}
	return path{name: "HTTP round trip, body read", subjects: []subject{
		{"a transport in memory", get(memory{})},
		{ours + ": timeout, breaker, retry, headers", get(d.RoundTripper(memory{}))},
		{"failsafehttp: timeout, breaker, retry", get(failsafehttp.NewRoundTripper(memory{}, failsafehttp.NewRetryPolicyBuilder().Build(),
			circuitbreaker.NewBuilder[*http.Response]().WithFailureRateThreshold(0.5, 20, window).WithSuccessThreshold(3).Build(),
			timeout.New[*http.Response](10*time.Minute)))},
		{"failsafehttp: retry", get(failsafehttp.NewRoundTripper(memory{}, failsafehttp.NewRetryPolicyBuilder().Build()))},
		{"go-retryablehttp: retry", get(&retryablehttp.RoundTripper{Client: client})},
	}}
}

// bulkheads is a place taken and given back.
func bulkheads(ctx context.Context) path {
	const places = 64
	b, f, s := pool.NewBulkhead(places), bulkhead.New[int](places), semaphore.NewWeighted(places)
	return path{name: "bulkhead", subjects: []subject{
		{"semaphore.Weighted", func() bool {
			if !s.TryAcquire(1) {
				return false
			}
			s.Release(1)
			return true
		}},
		{ours, func() bool {
			if b.Acquire(ctx, 0) != nil {
				return false
			}
			b.Release()
			return true
		}},
		{"failsafe-go bulkhead", func() bool {
			if !f.TryAcquirePermit() {
				return false
			}
			f.ReleasePermit()
			return true
		}},
	}}
}
