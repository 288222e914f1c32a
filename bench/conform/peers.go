package conform

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sony/gobreaker/v2"
	concpool "github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"
)

const window, openFor = 10 * time.Second, 10 * time.Second

func goBreaker() Library {
	return Library{
		Name:   "gobreaker",
		Module: "github.com/sony/gobreaker/v2",
		Notes: "ReadyToTrip divides by Requests, as its example does (example/http_breaker.go); by TotalSuccesses + TotalFailures " +
			"it passes two rows more: clients that leave, and calls under way. IsExcluded leaves out context.Canceled, as its documentation proposes.",
		Caller: func(s Setup) (Caller, error) {
			switch {
			case s.Timed, s.Deadline, s.Expected > 0:
				return nil, Cannot("knows no context")
			case s.Instead != "":
				return nil, Cannot("has no fallback")
			case s.SlowAfter > 0, s.Grows, s.Places > 0, s.Attempts > 0, s.Record != nil:
				return nil, Cannot("is a breaker only")
			}
			var b *gobreaker.CircuitBreaker[string]
			set := gobreaker.Settings{MaxRequests: 3, Interval: window, BucketPeriod: window / 10, Timeout: openFor,
				ReadyToTrip: func(c gobreaker.Counts) bool {
					return c.Requests >= 20 && float64(c.TotalFailures)/float64(c.Requests) > 0.5
				},
				IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) }}
			if s.Answer != nil {
				set.IsSuccessful = func(err error) bool { return err == nil || errors.Is(err, s.Answer) }
			}
			if s.OnChange != nil {
				set.OnStateChange = func(string, gobreaker.State, gobreaker.State) { s.OnChange(func() { b.State() }) }
			}
			b = gobreaker.NewCircuitBreaker[string](set)
			return doer(func(ctx context.Context, f Callee) (string, error) {
				return b.Execute(func() (string, error) { return f(ctx) })
			}), nil
		},
	}
}

// doer is a Caller of one function.
type doer func(ctx context.Context, f Callee) (string, error)

func (d doer) Do(ctx context.Context, f Callee) (string, error) { return d(ctx, f) }

func failsafeGo() Library {
	return Library{
		Name:   "failsafe-go",
		Module: "github.com/failsafe-go/failsafe-go",
		Notes: "Policies in the order of the Composition Recommendations on failsafe-go.dev: fallback, retry, breaker, bulkhead, timeout; " +
			"with the bulkhead outside of the breaker, a full one would not count. HandleIf leaves out context.Canceled. " +
			"HTTP: failsafehttp, with ReturnLastFailure.",
		Caller: func(s Setup) (Caller, error) {
			switch {
			case s.Expected > 0:
				return nil, Cannot("does not know how long a call takes")
			case s.SlowAfter > 0:
				return nil, Cannot("judges results and errors, not durations")
			case s.Grows:
				return nil, Cannot("does not tell WithDelayFunc how often probes have failed")
			}
			e := failsafe.With(failsafePolicies[string](s, func(_ string, err error) bool {
				return err != nil && !errors.Is(err, context.Canceled) && (s.Answer == nil || !errors.Is(err, s.Answer))
			}, retrypolicy.NewBuilder[string]().WithDelay(s.Wait))...)
			if s.Record != nil {
				e = e.OnDone(func(failsafe.ExecutionDoneEvent[string]) { s.Record() })
			}
			return doer(func(ctx context.Context, f Callee) (string, error) {
				return e.WithContext(ctx).GetWithExecution(func(x failsafe.Execution[string]) (string, error) { return f(x.Context()) })
			}), nil
		},
		Transport: func(s Setup, next http.RoundTripper) (http.RoundTripper, error) {
			return failsafehttp.NewRoundTripper(next, failsafePolicies[*http.Response](s, nil, failsafehttp.NewRetryPolicyBuilder())...), nil
		},
	}
}

func failsafePolicies[R any](s Setup, failure func(R, error) bool, retry retrypolicy.Builder[R]) (all []failsafe.Policy[R]) {
	if instead, ok := any(s.Instead).(R); ok && s.Instead != "" {
		all = append(all, fallback.NewWithResult(instead))
	}
	if s.Attempts > 0 {
		retry = retry.WithMaxAttempts(s.Attempts).ReturnLastFailure()
		if s.Permanent != nil {
			retry = retry.AbortOnErrors(s.Permanent)
		}
		if s.Tokens {
			retry = retry.WithBudget(budget.New())
		}
		all = append(all, retry.Build())
	}
	if s.Breaker {
		var b circuitbreaker.CircuitBreaker[R]
		set := circuitbreaker.NewBuilder[R]().WithFailureRateThreshold(0.5, 20, window).WithDelay(openFor).WithSuccessThreshold(3).HandleIf(failure)
		if s.OnChange != nil {
			set = set.OnStateChanged(func(circuitbreaker.StateChangedEvent) { s.OnChange(func() { b.State() }) })
		}
		b = set.Build()
		all = append(all, b)
	}
	if s.Places > 0 {
		all = append(all, bulkhead.NewBuilder[R](uint(s.Places)).WithMaxWaitTime(s.MaxWait).Build())
	}
	return append(all, timeout.New[R](s.Timeout))
}

func errGroup() Library {
	return Library{
		Name:   "errgroup",
		Module: "golang.org/x/sync",
		Notes:  "WithContext; over a slice with SetLimit, each call writing into its own element.",
		Group: func(ctx context.Context) Group {
			g, ctx := errgroup.WithContext(ctx)
			return &plainGroup{
				start: func(f Callee) { g.Go(func() error { _, err := f(ctx); return err }) },
				wait:  g.Wait,
			}
		},
		Map: func(ctx context.Context, items []int, limit int, f func(context.Context, int) (int, error)) ([]int, error) {
			g, ctx := errgroup.WithContext(ctx)
			g.SetLimit(limit)
			results := make([]int, len(items))
			for i, item := range items {
				g.Go(func() (err error) { results[i], err = f(ctx, item); return err })
			}
			err := g.Wait()
			return results, err
		},
	}
}

// plainGroup is a group that knows only calls that must succeed.
type plainGroup struct {
	start func(Callee)
	wait  func() error
}

func (g *plainGroup) Require(_ string, f Callee) { g.start(f) }
func (g *plainGroup) Wait() error                { return g.wait() }

func (g *plainGroup) Prefer(string, Callee, string) (func() string, error) {
	return nil, Cannot("does not know parts that may be missing")
}

func (g *plainGroup) Degraded() ([]string, error) { return nil, nil }

func concPool() Library {
	start := func(ctx context.Context) *concpool.ContextPool {
		return concpool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	}
	return Library{
		Name:   "conc",
		Module: "github.com/sourcegraph/conc",
		Notes:  "A ContextPool WithCancelOnError and WithFirstError, each call writing into its own element: iter.MapErr knows no context.",
		Group: func(ctx context.Context) Group {
			p := start(ctx)
			return &plainGroup{
				start: func(f Callee) { p.Go(func(ctx context.Context) error { _, err := f(ctx); return err }) },
				wait:  p.Wait,
			}
		},
		Map: func(ctx context.Context, items []int, limit int, f func(context.Context, int) (int, error)) ([]int, error) {
			p := start(ctx).WithMaxGoroutines(limit)
			results := make([]int, len(items))
			for i, item := range items {
				p.Go(func(ctx context.Context) (err error) { results[i], err = f(ctx, item); return err })
			}
			err := p.Wait()
			return results, err
		},
	}
}

func retryable() Library {
	return Library{
		Name:   "go-retryablehttp",
		Module: "github.com/hashicorp/go-retryablehttp",
		Notes:  "Its RoundTripper, with http.Client's Timeout and PassthroughErrorHandler.",
		Transport: func(s Setup, next http.RoundTripper) (http.RoundTripper, error) {
			if s.Places > 0 {
				return nil, Cannot("has no bulkhead")
			}
			c := retryablehttp.NewClient()
			c.Logger, c.ErrorHandler = nil, retryablehttp.PassthroughErrorHandler
			c.RetryMax, c.RetryWaitMin, c.RetryWaitMax = max(s.Attempts-1, 0), s.Wait, max(s.Wait, time.Second)
			c.HTTPClient.Transport, c.HTTPClient.Timeout = next, s.Timeout
			return &retryablehttp.RoundTripper{Client: c}, nil
		},
	}
}
