package grpcbudget_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	grpcbudget "github.com/budgetlint/budgetlint/runtime/adapters/grpc"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// served runs a server with both interceptors.
func served(o ...grpcbudget.Option) []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.UnaryInterceptor(grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms, o...)),
		grpc.StreamInterceptor(grpcbudget.StreamServerInterceptor(2000*ms, 300*ms, o...)),
	}
}

// both makes h the handler of a unary call and of a stream, and calls them with ctx. It returns the errors of both.
func both(t *testing.T, ctx context.Context, server []grpc.ServerOption, h func(context.Context) error) map[string]error {
	t.Helper()
	conn := serve(t, shop{
		get:  func(ctx context.Context) (string, error) { return "", h(ctx) },
		list: func(ss grpc.ServerStream) error { return h(ss.Context()) },
	}, server)
	errs := map[string]error{}
	_, errs["unary"] = get(ctx, conn)
	s, err := open(ctx, conn, listDesc)
	if err == nil {
		_, err = receive(s, -1)
	}
	errs["stream"] = err
	return errs
}

func TestServerIsTheLeastOfOwnAndCallers(t *testing.T) {
	for _, c := range []struct {
		name         string
		left         time.Duration // of the caller; 0: no deadline
		spend, reply time.Duration
	}{
		{"no deadline", 0, 1700 * ms, 2000 * ms},
		{"less", 400 * ms, 340 * ms, 400 * ms},
		{"as much", 2000 * ms, 1700 * ms, 2000 * ms},
		{"more", time.Minute, 1700 * ms, 2000 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if c.left > 0 {
					ctx = within(t, c.left)
				}
				ran := 0
				for kind, err := range both(t, ctx, served(), func(ctx context.Context) error {
					ran++
					spend, _ := budget.Remaining(ctx)
					reply, _ := budget.Remaining(budget.Reply(ctx))
					if spend != c.spend || reply != c.reply {
						t.Errorf("%v to spend, %v to reply, want %v and %v", spend, reply, c.spend, c.reply)
					}
					return nil
				}) {
					if err != nil {
						t.Errorf("%s: %v", kind, err)
					}
				}
				if ran != 2 {
					t.Errorf("%d handlers ran", ran)
				}
			})
		})
	}
}

// The handler stops at the margin, so that its answer is out before the caller's deadline.
func TestServerAnswersBeforeItsCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var took []time.Duration
		for kind, err := range both(t, within(t, 800*ms), served(), func(ctx context.Context) error {
			_, err := downstream.Do(ctx, downstream.New("stock", downstream.Config{Timeout: time.Minute}), never)
			took = append(took, time.Since(start))
			return err
		}) {
			if s := status.Convert(err); s.Code() != codes.DeadlineExceeded || kind == "unary" && s.Message() != "stock: timeout: context deadline exceeded: budget: exhausted" {
				t.Errorf("%s: %v", kind, err)
			}
		}
		// The stream comes second, and has the rest: 120 ms, of which the margin is 18.
		if len(took) != 2 || took[0] != 680*ms || took[1] != 782*ms {
			t.Errorf("answers after %v", took)
		}
	})
}

func TestServerRefusesWhenNoTimeIsLeft(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	_, err := grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)(ctx, nil, &grpc.UnaryServerInfo{}, func(context.Context, any) (any, error) {
		t.Error("the handler ran")
		return nil, nil
	})
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("unary: %v", err)
	}
	err = grpcbudget.StreamServerInterceptor(2000*ms, 300*ms)(nil, over{ctx: ctx}, &grpc.StreamServerInfo{}, func(any, grpc.ServerStream) error {
		t.Error("the handler ran")
		return nil
	})
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("stream: %v", err)
	}
}

type over struct {
	grpc.ServerStream
	ctx context.Context
}

func (o over) Context() context.Context { return o.ctx }

func TestServerUnlimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ids := map[string]bool{}
		for kind, err := range both(t, t.Context(), served(grpcbudget.Unlimited(func(method string) bool { return method == "/test.Shop/List" })),
			func(ctx context.Context) error {
				left, bounded := budget.Remaining(ctx)
				ids[record.TraceID(ctx)] = true
				return status.Errorf(codes.Aborted, "%v %v", left, bounded)
			}) {
			if got, want := status.Convert(err).Message(), map[string]string{"unary": "1.7s true", "stream": "0s false"}[kind]; got != want {
				t.Errorf("%s: %q, want %q", kind, got, want)
			}
		}
		if len(ids) != 2 || ids[""] {
			t.Errorf("trace ids %v", ids)
		}
	})
}

// Called without a server, since that would end the contexts itself.
func TestServerEndsTheBudgetWithTheHandler(t *testing.T) {
	var left []context.Context
	note := func(ctx context.Context) { left = append(left, ctx, budget.Reply(ctx)) }
	grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)(t.Context(), nil, &grpc.UnaryServerInfo{}, func(ctx context.Context, _ any) (any, error) {
		note(ctx)
		return nil, nil
	})
	grpcbudget.StreamServerInterceptor(2000*ms, 300*ms)(nil, over{ctx: t.Context()}, &grpc.StreamServerInfo{}, func(_ any, ss grpc.ServerStream) error {
		note(ss.Context())
		return nil
	})
	func() {
		defer func() { recover() }()
		grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)(t.Context(), nil, &grpc.UnaryServerInfo{}, func(ctx context.Context, _ any) (any, error) {
			note(ctx)
			panic("bug")
		})
	}()
	for _, ctx := range left {
		if ctx.Err() == nil {
			t.Error("a budget is left after its handler")
		}
	}
	if len(left) != 6 {
		t.Errorf("%d contexts", len(left))
	}
}

func TestServerHearsThatItsClientLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*ms, cancel)
		var errs []error
		start := time.Now()
		both(t, ctx, served(), func(ctx context.Context) error {
			<-ctx.Done()
			errs = append(errs, ctx.Err(), budget.Reply(ctx).Err())
			if took := time.Since(start); took != 100*ms {
				t.Errorf("heard of it after %v", took)
			}
			return ctx.Err()
		})
		synctest.Wait()
		if len(errs) != 2 || errs[0] != context.Canceled || errs[1] != context.Canceled { // the stream is not even opened
			t.Errorf("errors %v", errs)
		}
	})
}

func TestServerPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left []context.Context
		var recovered []any
		outer := func(h func() error) (err error) {
			defer func() {
				if v := recover(); v != nil {
					recovered = append(recovered, v)
					err = status.Error(codes.Internal, "recovered")
				}
			}()
			return h()
		}
		options := []grpc.ServerOption{
			grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, h grpc.UnaryHandler) (resp any, err error) {
				err = outer(func() error { resp, err = h(ctx, req); return err })
				return resp, err
			}, grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)),
			grpc.ChainStreamInterceptor(func(srv any, ss grpc.ServerStream, _ *grpc.StreamServerInfo, h grpc.StreamHandler) error {
				return outer(func() error { return h(srv, ss) })
			}, grpcbudget.StreamServerInterceptor(2000*ms, 300*ms)),
		}
		for kind, err := range both(t, t.Context(), options, func(ctx context.Context) error {
			left = append(left, ctx)
			panic("bug")
		}) {
			if status.Code(err) != codes.Internal {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if len(recovered) != 2 || recovered[0] != "bug" || recovered[1] != "bug" {
			t.Errorf("recovered %v", recovered)
		}
		for _, ctx := range left {
			if ctx.Err() == nil {
				t.Error("the budget outlives the panic")
			}
		}
	})
}

func TestServerGivesDownstreamErrorsACode(t *testing.T) {
	open := downstream.New("stock", downstream.Config{Timeout: time.Second, Breaker: &window})
	open.Breaker().Force(breaker.Open, true)
	answer := func(err error) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return "", err }
	}
	down := downstream.New("stock", downstream.Config{Timeout: time.Second})
	for name, c := range map[string]struct {
		d    *downstream.Downstream
		f    func(context.Context) (string, error)
		want codes.Code
	}{
		"open":                        {open, nil, codes.Unavailable},
		"failed":                      {down, answer(errors.New("reset")), codes.Unknown},
		"failed with a server's code": {down, answer(status.Error(codes.NotFound, "no pen")), codes.NotFound},
		"timeout":                     {down, never, codes.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var last error
				for kind, err := range both(t, t.Context(), served(), func(ctx context.Context) error {
					_, err := downstream.Do(ctx, c.d, c.f)
					last = fmt.Errorf("load page: %w", err)
					return last
				}) {
					if s := status.Convert(err); s.Code() != c.want || s.Message() != last.Error() {
						t.Errorf("%s: %v, want %v, %v", kind, err, c.want, last)
					}
				}
			})
		})
	}
	// The error itself goes on to the interceptors around.
	_, err := grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)(t.Context(), nil, &grpc.UnaryServerInfo{}, func(ctx context.Context, _ any) (any, error) {
		return downstream.Do(ctx, open, answer(nil))
	})
	if !errors.Is(err, breaker.ErrOpen) {
		t.Errorf("%v", err)
	}
}

func TestServerTotalWithinMarginPanics(t *testing.T) {
	for _, f := range []func(){
		func() { grpcbudget.UnaryServerInterceptor(300*ms, 300*ms) },
		func() { grpcbudget.StreamServerInterceptor(300*ms, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic where the interceptor is made")
				}
			}()
			f()
		}()
	}
}
