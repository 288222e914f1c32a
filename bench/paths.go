package main

import (
	"context"
	"runtime"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/zeromicro/go-zero/core/breaker"
	"github.com/zeromicro/go-zero/core/stat"
)

// paths returns what is measured. The contexts in it end when release is called.
func paths() (all []path, release func()) {
	// Both are far away, so that no timer fires: which of the two binds is what matters.
	stat.DisableLog() // go-zero writes its process's load to the standard output once a minute
	spend, release := budget.Start(context.Background(), time.Hour, time.Minute)
	all = append(all, bound(spend), child(spend), refused(), open(spend), groups(spend))
	all = append(all, pools()...)
	all = append(all, retries(spend), roundTrips(spend))
	many := 4 * runtime.GOMAXPROCS(0)
	for _, p := range []path{bound(spend), child(spend), open(spend), bulkheads(spend)} {
		p.name += ", contended"
		p.parallel = many
		p.goals = nil // the goals are about one caller
		all = append(all, p)
	}
	return all, release
}

func ok(v int, err error) bool { return v == 7 && err == nil }

// twoStep is gobreaker's breaker around nothing.
func twoStep() func() bool {
	b := goTwoStep()
	return func() bool {
		done, err := b.Allow()
		if err != nil {
			return false
		}
		done(nil)
		return true
	}
}

// bound is a call whose time is the request's: the deadline that its context has already.
func bound(ctx context.Context) path {
	config := downstream.Config{Timeout: 2 * time.Hour, Breaker: &contract.Breaker{}}
	d := downstream.New("user", config)
	config.Observer = record.ObserverFunc(func(context.Context, record.Call) {})
	recorded := downstream.New("user", config)
	g, z, c := goBreaker(), breaker.NewBreaker(), cepCircuit(0)
	f := failsafe.With[int](failsafeBreaker())
	return path{name: "call, the request's deadline binds", subjects: []subject{
		{"gobreaker TwoStep, no call", twoStep()},
		{ours, func() bool { return ok(downstream.Do(ctx, d, answer)) }},
		{ours + ", recorded", func() bool { return ok(downstream.Do(ctx, recorded, answer)) }},
		{"gobreaker Execute", func() bool { return ok(g.Execute(func() (int, error) { return answer(ctx) })) }},
		{"go-zero DoCtx", func() bool {
			v := 0
			err := z.DoCtx(ctx, func() (err error) { v, err = answer(ctx); return err })
			return ok(v, err)
		}},
		{"cep21/circuit Execute", func() bool { return ok(executeCep(ctx, c)) }},
		{"failsafe-go breaker", func() bool {
			return ok(f.WithContext(ctx).GetWithExecution(func(x failsafe.Execution[int]) (int, error) { return answer(x.Context()) }))
		}},
	}, goals: []goal{{subject: ours, ratio: 1.9, allocs: 1}}}
}

// child is a call with a timeout of its own.
func child(ctx context.Context) path {
	const limit = 10 * time.Minute
	d := downstream.New("user", downstream.Config{Timeout: limit, Breaker: &contract.Breaker{}})
	g, c := goBreaker(), cepCircuit(limit)
	h := hystrixCommand("child", limit)
	only, stack := failsafe.With[int](timeout.New[int](limit)), failsafeStack(limit)
	get := func(e failsafe.Executor[int]) bool {
		return ok(e.WithContext(ctx).GetWithExecution(func(x failsafe.Execution[int]) (int, error) { return answer(x.Context()) }))
	}
	return path{name: "call with a timeout of its own", subjects: []subject{
		{"WithDeadlineCause, cancel", func() bool {
			_, cancel := context.WithDeadlineCause(ctx, time.Now().Add(limit), budget.ErrCallTimeout)
			cancel()
			return true
		}},
		{ours, func() bool { return ok(downstream.Do(ctx, d, answer)) }},
		{"gobreaker Execute, WithTimeout", func() bool { return ok(executeGo(g, ctx, limit)) }},
		{"cep21/circuit Execute", func() bool { return ok(executeCep(ctx, c)) }},
		{"failsafe-go timeout only", func() bool { return get(only) }},
		{"failsafe-go stack", func() bool { return get(stack) }},
		{"hystrix-go DoC", func() bool { return ok(executeHystrix(ctx, h)) }},
	}, goals: []goal{{subject: ours, ratio: 1.6, allocs: 5}}}
}

// clock is the floor of what is refused: something must have looked whether there is time.
func clock() bool { return !time.Now().IsZero() }

// refused is a call for which there is no time; no peer refuses those.
func refused() path {
	over, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	cancel()
	d := downstream.New("stock", downstream.Config{Timeout: time.Second, Breaker: &contract.Breaker{}})
	return path{name: "no time left, a value instead", subjects: []subject{
		{"time.Now", clock},
		{ours, func() bool {
			v, degraded, err := downstream.DoOr(over, d, answer, fallback.Value(-1))
			return v == -1 && degraded && err == nil
		}},
	}, goals: []goal{{subject: ours, ratio: 2.5, free: true}}}
}

// open is a call that an open breaker refuses.
func open(ctx context.Context) path {
	down := func(context.Context) (int, error) { return 0, errDown }
	d := downstream.New("stock", downstream.Config{Timeout: time.Second, Breaker: &contract.Breaker{OpenDuration: time.Hour, OpenCap: 2 * time.Hour}})
	fails(func() { downstream.Do(ctx, d, down) })
	g, c, h, f := goBreaker(), cepCircuit(time.Second), hystrixCommand("open", time.Second), failsafeStack(time.Second)
	fails(func() { g.Execute(func() (int, error) { return down(ctx) }) })
	fails(func() { c.Execute(ctx, func(context.Context) error { return errDown }, nil) })
	fails(func() { f.Get(func() (int, error) { return down(ctx) }) })
	fails(func() {
		hystrix.DoC(ctx, h, func(context.Context) error { return errDown }, nil)
		time.Sleep(time.Millisecond) // it counts on another goroutine
	})
	return path{name: "breaker open, a value instead", subjects: []subject{
		{"time.Now", clock},
		{ours, func() bool {
			v, degraded, err := downstream.DoOr(ctx, d, answer, fallback.Value(-1))
			return v == -1 && degraded && err == nil
		}},
		{"gobreaker Execute", func() bool {
			v, err := g.Execute(func() (int, error) { return answer(ctx) })
			if err != nil {
				v = -1
			}
			return v == -1
		}},
		{"cep21/circuit Execute", func() bool {
			v := 0
			err := c.Execute(ctx, func(ctx context.Context) (err error) { v, err = answer(ctx); return err },
				func(context.Context, error) error { v = -1; return nil })
			return v == -1 && err == nil
		}},
		{"failsafe-go stack", func() bool {
			v, err := f.WithContext(ctx).GetWithExecution(func(x failsafe.Execution[int]) (int, error) { return answer(x.Context()) })
			return v == -1 && err == nil
		}},
		{"hystrix-go DoC", func() bool {
			got := make(chan int, 1)
			err := hystrix.DoC(ctx, h, func(ctx context.Context) error { v, err := answer(ctx); got <- v; return err },
				func(context.Context, error) error { got <- -1; return nil })
			return err == nil && <-got == -1
		}},
	}, goals: []goal{{subject: ours, ratio: 2.5, free: true}}}
}
