package main

import (
	"context"
	"errors"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/cep21/circuit/v4"
	circuithystrix "github.com/cep21/circuit/v4/closers/hystrix"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/sony/gobreaker/v2"
)

// The peers, each set to what the contract's breaker says: over half of at least 20 within 10 s, 10 s open, 3 probes.

var errDown = errors.New("down")

const window = 10 * time.Second

func goSettings() gobreaker.Settings {
	return gobreaker.Settings{MaxRequests: 3, Interval: window, BucketPeriod: window / 10, Timeout: time.Hour,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.Requests >= 20 && float64(c.TotalFailures)/float64(c.Requests) > 0.5
		}}
}

func goTwoStep() *gobreaker.TwoStepCircuitBreaker[struct{}] {
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](goSettings())
}

func goBreaker() *gobreaker.CircuitBreaker[int] {
	return gobreaker.NewCircuitBreaker[int](goSettings())
}

func failsafeBreaker() circuitbreaker.CircuitBreaker[int] {
	return circuitbreaker.NewBuilder[int]().WithFailureRateThreshold(0.5, 20, window).WithDelay(time.Hour).WithSuccessThreshold(3).Build()
}

// failsafeStack is the order that failsafe-go's documentation gives: fallback, breaker, timeout.
func failsafeStack(limit time.Duration) failsafe.Executor[int] {
	return failsafe.With[int](fallback.NewWithResult(-1), failsafeBreaker(), timeout.New[int](limit))
}

// cepCircuit has no timeout for a limit of 0.
func cepCircuit(limit time.Duration) *circuit.Circuit {
	factory := circuithystrix.Factory{
		ConfigureOpener: circuithystrix.ConfigureOpener{ErrorThresholdPercentage: 50, RequestVolumeThreshold: 20, RollingDuration: window},
		ConfigureCloser: circuithystrix.ConfigureCloser{SleepWindow: time.Hour, HalfOpenAttempts: 3, RequiredConcurrentSuccessful: 3},
	}
	m := circuit.Manager{DefaultCircuitProperties: []circuit.CommandPropertiesConstructor{factory.Configure}}
	if limit == 0 {
		limit = -1 // 0 is its default of a second
	}
	return m.MustCreateCircuit("user", circuit.Config{Execution: circuit.ExecutionConfig{Timeout: limit, MaxConcurrentRequests: 1000}})
}

// hystrixCommand returns the name of a command, which is how hystrix-go keeps its circuits.
func hystrixCommand(name string, limit time.Duration) string {
	hystrix.ConfigureCommand(name, hystrix.CommandConfig{Timeout: int(limit.Milliseconds()), MaxConcurrentRequests: 1000,
		RequestVolumeThreshold: 20, ErrorPercentThreshold: 50, SleepWindow: int(time.Hour.Milliseconds())})
	return name
}

// Each of these makes a call that a breaker lets through, and wants its value.

func executeGo(b *gobreaker.CircuitBreaker[int], ctx context.Context, limit time.Duration) (int, error) {
	return b.Execute(func() (int, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return answer(ctx)
	})
}

func executeHystrix(ctx context.Context, name string) (v int, err error) {
	got := make(chan int, 1)
	err = hystrix.DoC(ctx, name, func(ctx context.Context) error {
		v, err := answer(ctx)
		got <- v
		return err
	}, nil)
	if err == nil {
		v = <-got
	}
	return v, err
}

func executeCep(ctx context.Context, c *circuit.Circuit) (v int, err error) {
	err = c.Execute(ctx, func(ctx context.Context) (err error) {
		v, err = answer(ctx)
		return err
	}, nil)
	return v, err
}

// answer is the callee: it asks its context once, as any client does.
func answer(ctx context.Context) (int, error) { return 7, ctx.Err() }

// fails has a breaker see as many failures as open it.
func fails(call func()) {
	for range 25 {
		call()
	}
}
