package conform

import (
	"context"
	"errors"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	metriccollector "github.com/afex/hystrix-go/hystrix/metric_collector"
	"github.com/cep21/circuit/v4"
	circuithystrix "github.com/cep21/circuit/v4/closers/hystrix"
)

// never is a number of requests that no scenario makes: hystrix has no circuit without a breaker.
const never = 1 << 30

func hystrixGo() Library {
	return Library{
		Name:   "hystrix-go",
		Module: "github.com/afex/hystrix-go",
		Notes:  "DoC, the value through a channel as in its README; records through a metric collector.",
		Caller: func(s Setup) (Caller, error) {
			switch {
			case s.Expected > 0, s.SlowAfter > 0, s.Grows:
				return nil, Cannot("has no such setting")
			case s.Answer != nil:
				return nil, Cannot("takes every error for a failure")
			case s.Probes > 1:
				return nil, Cannot("has one probe at a time")
			case s.MaxWait > 0:
				return nil, Cannot("does not queue")
			case s.OnChange != nil:
				return nil, Cannot("does not tell of changes")
			case s.Attempts > 0:
				return nil, Cannot("does not repeat")
			}
			const name = "stock"
			set := hystrix.CommandConfig{Timeout: int(s.Timeout.Milliseconds()), MaxConcurrentRequests: 1000,
				RequestVolumeThreshold: never, ErrorPercentThreshold: 50, SleepWindow: int(openFor.Milliseconds())}
			if s.Breaker {
				set.RequestVolumeThreshold = 20
			}
			if s.Places > 0 {
				set.MaxConcurrentRequests = s.Places
			}
			hystrix.ConfigureCommand(name, set)
			if s.Record != nil {
				metriccollector.Registry.Register(func(string) metriccollector.MetricCollector { return collector(s.Record) })
			}
			return doer(func(ctx context.Context, f Callee) (v string, err error) {
				out := make(chan string, 2)
				var instead func(context.Context, error) error
				if s.Instead != "" {
					instead = func(context.Context, error) error { out <- s.Instead; return nil }
				}
				err = hystrix.DoC(ctx, name, func(ctx context.Context) error {
					v, err := f(ctx)
					if err == nil {
						out <- v
					}
					return err
				}, instead)
				if err == nil {
					v = <-out
				}
				return v, err
			}), nil
		},
	}
}

type collector func()

func (c collector) Update(metriccollector.MetricResult) { c() }
func (c collector) Reset()                              {}

func cepCircuit() Library {
	return Library{
		Name:   "cep21/circuit",
		Module: "github.com/cep21/circuit/v4",
		Notes:  "Execute, which its README prefers, with its hystrix opener and closer; answers as SimpleBadRequest.",
		Caller: func(s Setup) (Caller, error) {
			switch {
			case s.Expected > 0, s.Grows:
				return nil, Cannot("has no such setting")
			case s.SlowAfter > 0:
				return nil, Cannot("counts what is late, but cancels it then too")
			case s.MaxWait > 0:
				return nil, Cannot("does not queue")
			case s.Attempts > 0:
				return nil, Cannot("does not repeat")
			}
			var c *circuit.Circuit
			set := circuit.Config{Execution: circuit.ExecutionConfig{Timeout: s.Timeout, MaxConcurrentRequests: -1}}
			if s.Places > 0 {
				set.Execution.MaxConcurrentRequests = int64(s.Places)
			}
			m := circuit.Manager{}
			if s.Breaker {
				f := circuithystrix.Factory{
					ConfigureOpener: circuithystrix.ConfigureOpener{ErrorThresholdPercentage: 50, RequestVolumeThreshold: 20, RollingDuration: window},
					ConfigureCloser: circuithystrix.ConfigureCloser{SleepWindow: openFor, HalfOpenAttempts: 3, RequiredConcurrentSuccessful: 3},
				}
				m.DefaultCircuitProperties = []circuit.CommandPropertiesConstructor{f.Configure}
			}
			if s.OnChange != nil {
				set.Metrics.Circuit = []circuit.Metrics{changes(func() { s.OnChange(func() { c.IsOpen() }) })}
			}
			if s.Record != nil {
				set.Metrics.Run = []circuit.RunMetrics{runs(s.Record)}
			}
			c = m.MustCreateCircuit("stock", set)
			return doer(func(ctx context.Context, f Callee) (v string, err error) {
				var instead func(context.Context, error) error
				if s.Instead != "" {
					instead = func(context.Context, error) error { v = s.Instead; return nil }
				}
				err = c.Execute(ctx, func(ctx context.Context) (err error) {
					v, err = f(ctx)
					if s.Answer != nil && errors.Is(err, s.Answer) {
						err = &circuit.SimpleBadRequest{Err: err}
					}
					return err
				}, instead)
				return v, err
			}), nil
		},
	}
}

type changes func()

func (c changes) Closed(context.Context, time.Time) { c() }
func (c changes) Opened(context.Context, time.Time) { c() }

type runs func()

func (r runs) Success(context.Context, time.Time, time.Duration)       { r() }
func (r runs) ErrFailure(context.Context, time.Time, time.Duration)    { r() }
func (r runs) ErrTimeout(context.Context, time.Time, time.Duration)    { r() }
func (r runs) ErrBadRequest(context.Context, time.Time, time.Duration) { r() }
func (r runs) ErrInterrupt(context.Context, time.Time, time.Duration)  { r() }
func (r runs) ErrConcurrencyLimitReject(context.Context, time.Time)    { r() }
func (r runs) ErrShortCircuit(context.Context, time.Time)              { r() }
