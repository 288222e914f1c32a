package grpcbudget

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// Option changes what the server interceptors do.
type Option func(*settings)

type settings struct {
	total, margin time.Duration
	unlimited     func(method string) bool
	traceID       func(context.Context) string
}

// Unlimited names calls that get no budget, such as streams which are meant to stay open: health checks that watch, and
// subscriptions. They have a trace id all the same. method is the full one, such as "/grpc.health.v1.Health/Watch"; is
// must be safe for concurrent use.
func Unlimited(is func(method string) bool) Option { return func(s *settings) { s.unlimited = is } }

// TraceIDFrom takes the trace id from elsewhere, such as the span that a tracing library has put into the context.
// Where from returns "", the metadata is asked as usual. from must be safe for concurrent use.
func TraceIDFrom(from func(context.Context) string) Option {
	return func(s *settings) { s.traceID = from }
}

// UnaryServerInterceptor gives each unary call a budget of total with a margin for the answer, and a trace id, as
// httpbudget.Middleware does: a caller who waits for less than total (grpc-timeout, which gRPC makes the context's
// deadline) sets the total and shrinks the margin in proportion, as budget.StartWithin says; one with no time left gets
// DeadlineExceeded, and the handler is not called.
//
// The budget ends when the handler returns. An error of it that has no status gets the one that the package documentation
// names, if it comes from a downstream's call. A panic goes on to what stands around: gRPC itself recovers none.
//
// It panics if margin is negative or total is not more than margin.
func UnaryServerInterceptor(total, margin time.Duration, o ...Option) grpc.UnaryServerInterceptor {
	set := newSettings(total, margin, o)
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		ctx, cancel, err := set.start(ctx, info.FullMethod)
		if err != nil {
			return nil, err
		}
		defer cancel()
		resp, err := handler(ctx, req)
		return resp, answered(err)
	}
}

// StreamServerInterceptor is UnaryServerInterceptor for streams. The budget is for all of a stream, from its first to its
// last message; see Unlimited for streams that may stay open longer.
func StreamServerInterceptor(total, margin time.Duration, o ...Option) grpc.StreamServerInterceptor {
	set := newSettings(total, margin, o)
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		ctx, cancel, err := set.start(ss.Context(), info.FullMethod)
		if err != nil {
			return err
		}
		defer cancel()
		return answered(handler(srv, &serverStream{ss, ctx}))
	}
}

func newSettings(total, margin time.Duration, o []Option) *settings {
	if margin < 0 || total <= margin {
		panic(fmt.Sprintf("grpcbudget: total %v leaves nothing to spend beside a margin of %v", total, margin))
	}
	s := &settings{total: total, margin: margin,
		unlimited: func(string) bool { return false }, traceID: func(context.Context) string { return "" }}
	for _, option := range o {
		option(s)
	}
	return s
}

func (s *settings) start(ctx context.Context, method string) (context.Context, context.CancelFunc, error) {
	own := s.traceID(ctx)
	ctx = readTrace(ctx)
	if own != "" {
		ctx = record.WithTraceID(ctx, own)
	}
	if s.unlimited(method) {
		return ctx, func() {}, nil
	}
	left, ok := budget.Remaining(ctx)
	if !ok {
		left = s.total
	} else if left <= 0 {
		return nil, nil, status.Error(codes.DeadlineExceeded, "the caller has no time left for this request")
	}
	ctx, cancel := budget.StartWithin(ctx, left, s.total, s.margin)
	return ctx, cancel, nil
}

// answered gives err a status where gRPC would not find one. What that makes of other errors, it does itself.
func answered(err error) error {
	if _, ok := status.FromError(err); ok {
		return err
	}
	if e, ok := errors.AsType[*downstream.Error](err); ok {
		if s := statusOf(e); s.Code() != codes.Unknown {
			return &statusError{err, status.New(s.Code(), err.Error())}
		}
	}
	return err
}

type serverStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *serverStream) Context() context.Context { return s.ctx }
