package grpcbudget_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// check holds an error of a client's call against both of its readings, and its record against it.
func check(t *testing.T, err error, r *downstreamtest.Records, want record.Status, code codes.Code, attempts int, is ...error) {
	t.Helper()
	e, ok := errors.AsType[*downstream.Error](err)
	if !ok {
		t.Fatalf("%T %v, want a *downstream.Error in it", err, err)
	}
	if s, ok := status.FromError(err); !ok || s.Code() != code || e.Status != want || e.Attempts != attempts {
		t.Errorf("%v is %v with %d attempts and has the code %v (%v), want %v, %d, %v", err, e.Status, e.Attempts, s.Code(), ok, want, attempts, code)
	}
	for _, target := range is {
		if !errors.Is(err, target) {
			t.Errorf("%v is no %v", err, target)
		}
	}
	if err.Error() != e.Error() {
		t.Errorf("it says %q, want %q", err, e)
	}
	all := r.All()
	if len(all) != 1 || all[0].Status != want || all[0].Attempts != attempts || all[0].Err != e {
		t.Errorf("records %+v", all)
	}
	r.Reset()
}

func idle(t *testing.T, d *downstream.Downstream) {
	t.Helper()
	if s := d.Snapshot(); s.Running != 0 || s.Places != 0 {
		t.Errorf("something is left: %+v", s)
	}
}

func TestUnaryErrors(t *testing.T) {
	answers := func(err error) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return "", err }
	}
	for _, c := range []struct {
		name     string
		left     time.Duration
		get      func(context.Context) (string, error)
		prepare  func(*downstream.Downstream)
		status   record.Status
		code     codes.Code
		attempts int
		is       []error
		counts   [2]int
	}{
		{"not found", time.Minute, answers(status.Error(codes.NotFound, "no pen")), nil,
			record.Failed, codes.NotFound, 1, nil, [2]int{1, 0}},
		{"unavailable", time.Minute, answers(status.Error(codes.Unavailable, "draining")), nil,
			record.Failed, codes.Unavailable, 1, nil, [2]int{0, 1}},
		{"a plain error of the handler", time.Minute, answers(errors.New("bug")), nil,
			record.Failed, codes.Unknown, 1, nil, [2]int{0, 1}},
		{"canceled by the server", time.Minute, answers(status.Error(codes.Canceled, "x")), nil,
			record.Failed, codes.Canceled, 1, nil, [2]int{0, 1}},
		{"the server's own deadline", time.Minute, answers(context.DeadlineExceeded), nil,
			record.Failed, codes.DeadlineExceeded, 1, nil, [2]int{0, 1}},
		{"timeout", time.Minute, never, nil,
			record.Timeout, codes.DeadlineExceeded, 1, []error{budget.ErrCallTimeout, context.DeadlineExceeded}, [2]int{0, 1}},
		{"the request's time, of which it had little", 100 * ms, never, nil,
			record.Timeout, codes.DeadlineExceeded, 1, []error{budget.ErrExhausted, context.DeadlineExceeded}, [2]int{0, 0}},
		{"the request's time, which was enough", 400 * ms, never, nil,
			record.Timeout, codes.DeadlineExceeded, 1, []error{budget.ErrExhausted}, [2]int{0, 1}},
		{"no time left", -1, nil, nil,
			record.Refused, codes.DeadlineExceeded, 0, []error{budget.ErrExhausted, context.DeadlineExceeded}, [2]int{0, 0}},
		{"open", time.Minute, nil, func(d *downstream.Downstream) { d.Breaker().Force(breaker.Open, true) },
			record.Open, codes.Unavailable, 0, []error{breaker.ErrOpen}, [2]int{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(nil)
				conn := serve(t, shop{get: c.get}, nil, through(d)...)
				if c.prepare != nil {
					c.prepare(d)
				}
				_, err := get(within(t, c.left), conn)
				check(t, err, records, c.status, c.code, c.attempts, c.is...)
				idle(t, d)
				if got := counts(d); got != c.counts {
					t.Errorf("successes, failures: %v, want %v", got, c.counts)
				}
			})
		})
	}
}

func TestUnaryStatusIsTheServersOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, said := range []struct {
			code   codes.Code
			detail protoadapt.MessageV1
		}{
			{codes.InvalidArgument, &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "size"}}}},
			{codes.Unavailable, &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)}}, // which we read
			{codes.DeadlineExceeded, &errdetails.DebugInfo{Detail: "locks"}},                    // and this is marked, too
		} {
			d, _ := stock(nil)
			s, err := status.New(said.code, "in its own words").WithDetails(said.detail)
			if err != nil {
				t.Fatal(err)
			}
			conn := serve(t, shop{get: func(context.Context) (string, error) { return "", s.Err() }}, nil, through(d)...)
			_, err = get(t.Context(), conn)
			if got := status.Convert(err); !proto.Equal(got.Proto(), s.Proto()) || !strings.Contains(err.Error(), "stock: failed: ") {
				t.Errorf("%v, status %v, want %v", err, got.Proto(), s.Proto())
			}
		}
	})
}

func TestUnaryFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		conn := serve(t, shop{get: never}, nil, through(d)...)
		first := make(chan error)
		go func() { _, err := get(t.Context(), conn); first <- err }()
		synctest.Wait()
		_, err := get(t.Context(), conn)
		check(t, err, records, record.Full, codes.ResourceExhausted, 0, pool.ErrFull)
		check(t, <-first, records, record.Timeout, codes.DeadlineExceeded, 1)
	})
}

func TestUnaryCanceledClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		var heard time.Duration
		start := time.Now()
		conn := serve(t, shop{get: func(ctx context.Context) (string, error) {
			v, err := never(ctx)
			heard = time.Since(start)
			return v, err
		}}, nil, through(d)...)
		left := errors.New("the client left")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*ms, func() { cancel(left) })
		_, err := get(ctx, conn)
		check(t, err, records, record.Canceled, codes.Canceled, 1, left)
		synctest.Wait()
		if idle(t, d); heard != 100*ms || counts(d) != [2]int{} {
			t.Errorf("the server heard of it after %v; successes, failures: %v", heard, counts(d))
		}
		_, err = get(ctx, conn)
		check(t, err, records, record.Canceled, codes.Canceled, 0, left)
	})
}

func TestUnaryTellsTheServerItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(func(c *downstream.Config) {
			c.Retry = &contract.Retry{Attempts: 2, Base: 1, Cap: 1, Idempotent: true}
		})
		told := make(chan time.Duration, 2)
		conn := serve(t, shop{get: func(ctx context.Context) (string, error) {
			left, _ := budget.Remaining(ctx)
			told <- left
			return never(ctx)
		}}, nil, through(d)...)
		_, err := get(within(t, 700*ms), conn)
		if first, second := <-told, <-told; first != 400*ms || second != 300*ms {
			t.Errorf("grpc-timeout says %v, then %v", first, second)
		}
		check(t, err, records, record.Timeout, codes.DeadlineExceeded, 2, budget.ErrExhausted)
	})
}

func TestUnaryBreakerKeepsRequestsIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(func(c *downstream.Config) {
			c.Breaker = &contract.Breaker{MinimumRequests: 5, FailureRateThreshold: 0.5, OpenDuration: time.Second, HalfOpenProbeCount: 1}
		})
		arrived, down := 0, true
		conn := serve(t, shop{get: func(context.Context) (string, error) {
			if arrived++; down {
				return "", status.Error(codes.Unavailable, "down")
			}
			return "pen", nil
		}}, nil, through(d)...)
		for range 20 {
			get(t.Context(), conn)
		}
		if arrived != 5 || d.Snapshot().Breaker.State != breaker.Open {
			t.Errorf("%d requests left, %+v", arrived, d.Snapshot().Breaker)
		}
		records.Reset()
		_, err := get(t.Context(), conn)
		check(t, err, records, record.Open, codes.Unavailable, 0, breaker.ErrOpen)
		down = false
		time.Sleep(2 * time.Second) // with jitter it is open for up to 1.2 s
		if v, err := get(t.Context(), conn); v != "pen" || err != nil || arrived != 6 {
			t.Errorf("%q, %v, %d requests left", v, err, arrived)
		}
	})
}

func TestUnaryRetry(t *testing.T) {
	pushback, err := status.New(codes.Unavailable, "busy").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(30 * ms)})
	if err != nil {
		t.Fatal(err)
	}
	always := pushback.Proto()
	late, _ := status.New(codes.Unavailable, "busy").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)})
	unavailable := status.Error(codes.Unavailable, "down")
	for _, c := range []struct {
		name       string
		idempotent bool
		left       time.Duration
		says       []error // then "pen"
		want       int     // requests that arrive
		took       time.Duration
		code       codes.Code
		is         error
	}{
		{"until it succeeds", true, time.Minute, []error{unavailable, status.Error(codes.Internal, "x")}, 3, 0, codes.OK, nil},
		{"in vain", true, time.Minute, []error{unavailable, unavailable, unavailable}, 3, 0, codes.Unavailable, nil},
		{"not idempotent", false, time.Minute, []error{unavailable}, 1, 0, codes.Unavailable, nil},
		{"an answer", true, time.Minute, []error{status.Error(codes.NotFound, "x")}, 1, 0, codes.NotFound, nil},
		{"when the server says", true, time.Minute, []error{pushback.Err()}, 2, 30 * ms, codes.OK, nil},
		{"not past the deadline", true, 20 * ms, []error{status.FromProto(always).Err()}, 1, 0, codes.Unavailable, budget.ErrExhausted},
		{"nor as late as the server says", true, time.Minute, []error{late.Err()}, 1, 0, codes.Unavailable, budget.ErrExhausted},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := stock(func(cfg *downstream.Config) {
					cfg.Retry = &contract.Retry{Attempts: 3, Base: 1, Cap: 50 * ms, Idempotent: c.idempotent}
				})
				arrived := 0
				conn := serve(t, shop{get: func(context.Context) (string, error) {
					if arrived++; arrived <= len(c.says) {
						return "", c.says[arrived-1]
					}
					return "pen", nil
				}}, nil, through(d)...)
				start := time.Now()
				v, err := get(within(t, c.left), conn)
				// The waits are random up to some nanoseconds where the server does not ask for one.
				if took := time.Since(start).Truncate(ms); arrived != c.want || took != c.took {
					t.Errorf("%d arrived after %v, want %d after %v", arrived, took, c.want, c.took)
				}
				if c.code == codes.OK {
					if r := records.All(); v != "pen" || err != nil || len(r) != 1 || r[0].Attempts != c.want {
						t.Errorf("%q, %v, %+v", v, err, r)
					}
					return
				}
				check(t, err, records, record.Failed, c.code, c.want)
				if c.is != nil && !errors.Is(err, c.is) {
					t.Errorf("%v is no %v", err, c.is)
				}
			})
		})
	}
}

// A downstream behind a downstream: one for the service, and one for the host.
func TestUnaryNested(t *testing.T) {
	for _, c := range []struct {
		name    string
		config  downstream.Config
		code    codes.Code
		counted [2]int
	}{
		{"exhausted is excluded", downstream.Config{Timeout: time.Second, Expected: time.Hour}, codes.DeadlineExceeded, [2]int{0, 0}},
		{"open is a failure", downstream.Config{Timeout: time.Second, Breaker: &window}, codes.Unavailable, [2]int{0, 1}},
		{"full is a failure", downstream.Config{Timeout: time.Second, MaxConcurrent: 1}, codes.ResourceExhausted, [2]int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				host := downstream.New("host", c.config)
				d, records := stock(nil)
				conn := serve(t, shop{}, nil, append(through(d), grpc.WithChainUnaryInterceptor(unaryOf(host)))...)
				if b := host.Breaker(); b != nil {
					b.Force(breaker.Open, true)
				}
				if c.config.MaxConcurrent > 0 {
					_, occupied, err := downstream.Begin(t.Context(), host, func(context.Context) (int, error) { return 0, nil })
					if err != nil {
						t.Fatal(err)
					}
					defer occupied.End(nil)
				}
				_, err := get(within(t, time.Minute), conn)
				check(t, err, records, record.Failed, c.code, 1)
				if got := counts(d); got != c.counted {
					t.Errorf("successes, failures: %v, want %v", got, c.counted)
				}
			})
		})
	}
}

func TestUnaryPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		var inner context.Context
		bug := func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ grpc.UnaryInvoker, _ ...grpc.CallOption) error {
			inner = ctx
			panic("bug")
		}
		conn := serve(t, shop{}, nil, append(through(d), grpc.WithChainUnaryInterceptor(bug))...)
		func() {
			defer func() {
				if v := recover(); v != "bug" {
					t.Errorf("recovered %v", v)
				}
			}()
			get(t.Context(), conn)
		}()
		idle(t, d)
		if r := records.All(); len(r) != 1 || !r[0].Panicked || counts(d) != [2]int{0, 1} || inner.Err() == nil {
			t.Errorf("records %+v, context %v", r, inner.Err())
		}
	})
}

// lateContext has a deadline, and learns of it late.
type lateContext struct {
	context.Context
	at time.Time
}

func (c lateContext) Deadline() (time.Time, bool) { return c.at, true }

// What was canceled for its timeout is not what it says of itself.
func TestUnaryTimeoutOverrulesTheCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		err := unaryOf(d)(t.Context(), "/test.Shop/Get", nil, nil, nil, func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
			<-ctx.Done()
			return status.Error(codes.Unavailable, "transport is closing")
		})
		check(t, err, records, record.Timeout, codes.DeadlineExceeded, 1, budget.ErrCallTimeout)
	})
}

func TestUnaryServerKnowsTheDeadlineFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(nil)
		ctx := lateContext{t.Context(), time.Now().Add(100 * ms)}
		say := func(after time.Duration) error {
			return unaryOf(d)(ctx, "/test.Shop/Get", nil, nil, nil, func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error {
				time.Sleep(after)
				return status.Error(codes.DeadlineExceeded, "said the server")
			})
		}
		check(t, say(50*ms), records, record.Failed, codes.DeadlineExceeded, 1)
		check(t, say(50*ms), records, record.Timeout, codes.DeadlineExceeded, 1, budget.ErrExhausted)
	})
}

// In a bubble all timers are exact. Here real ones race: the server's and ours.
func TestUnaryTimeoutByTheClock(t *testing.T) {
	d, records := stock(func(c *downstream.Config) { c.Timeout = 5 * ms })
	downstreamtest.NoLeaks(t, d)
	conn := serve(t, shop{get: never}, nil, through(d)...)
	for range 20 {
		_, err := get(t.Context(), conn)
		check(t, err, records, record.Timeout, codes.DeadlineExceeded, 1, budget.ErrCallTimeout)
	}
}
