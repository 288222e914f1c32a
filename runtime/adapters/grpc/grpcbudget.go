// Package grpcbudget makes gRPC calls through a downstream.Downstream, and opens a time budget for each call that a gRPC
// server gets. It is for gRPC what downstream.RoundTripper and package httpbudget are for HTTP. It changes no
// connection's settings: balancing, keepalive and credentials stay where they are.
//
// A connection gets the interceptors of its downstream where it is made:
//
//	conn, err := grpc.NewClient(target,
//		grpc.WithUnaryInterceptor(grpcbudget.UnaryClientInterceptor(stock)),
//		grpc.WithStreamInterceptor(grpcbudget.StreamClientInterceptor(stock)),
//		grpc.WithDisableRetry(), …)
//
// with stock's Config.Classify set to Classify. WithDisableRetry keeps the retries of a service config from running
// inside of each attempt of ours. Where the interceptors are in place, calls are not also made within Do or a Group by
// the same Downstream: all would count twice. Calls made there want a plain connection, and WriteTrace.
//
// A call is repeated if Config.Retry says that the downstream is idempotent, whatever its method. A service of which only
// some methods are is two Downstreams, with an interceptor that picks one of two interceptors by its method argument.
//
// The deadline of the attempt reaches the server as grpc-timeout, which gRPC makes of the context. The trace id travels
// as the metadata traceparent and x-trace-id, in the way that package httpbudget describes for headers.
//
// # Errors
//
// The errors of a client's calls are a *downstream.Error for errors.As, and a status for package status:
//
//	no time left, or timed out          DeadlineExceeded
//	the breaker is open                 Unavailable
//	the bulkhead is full                ResourceExhausted
//	the request was canceled            Canceled
//	the downstream failed               its own code
//
// So a handler that returns such an error tells its caller what is the matter, and the server interceptors give the same
// codes to the errors of calls that were not made by gRPC. A handler that does not want to pass a downstream's
// code on, such as its NotFound, must still translate it.
package grpcbudget

import (
	"errors"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

// Classify says what an error of a gRPC call means for the breaker; it is for downstream.Config.Classify. What has no
// status goes to downstream.Classify.
//
// Failure: Unavailable, ResourceExhausted, DeadlineExceeded, Internal, DataLoss; Unknown, which is what a handler's plain
// error becomes; Canceled, since it is the server's as long as our own context lives; and codes that gRPC does not define.
// Excluded: a call further down that had no time left (budget.ErrExhausted).
// Success, since the server has answered and would answer the same again: all else, that is InvalidArgument, NotFound,
// AlreadyExists, PermissionDenied, Unauthenticated, FailedPrecondition, OutOfRange, Aborted (a conflict, to be resolved
// where the whole transaction can be repeated) and Unimplemented.
func Classify(err error) breaker.Outcome {
	s, ok := status.FromError(err)
	if err == nil || !ok || errors.Is(err, budget.ErrExhausted) {
		return downstream.Classify(err)
	}
	switch s.Code() {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.Unauthenticated,
		codes.FailedPrecondition, codes.OutOfRange, codes.Aborted, codes.Unimplemented:
		return breaker.Success
	}
	return breaker.Failure
}

// statusError is an error with a status. What reads errors finds all of the one, what speaks gRPC the other.
type statusError struct {
	error
	status *status.Status
}

func (e *statusError) Unwrap() error              { return e.error }
func (e *statusError) GRPCStatus() *status.Status { return e.status }

// withStatus gives an error of package downstream the code that the package documentation names.
func withStatus(err error) error {
	if e, ok := err.(*downstream.Error); ok {
		return &statusError{err, statusOf(e)}
	}
	return err
}

// statusOf is the server's own status, with its message and its details, unless the call ended otherwise than by the
// server's word: what was canceled for its timeout may well say that it was unavailable.
func statusOf(e *downstream.Error) *status.Status {
	code := codes.Unknown
	switch e.Status {
	case record.Refused, record.Timeout, record.Abandoned:
		code = codes.DeadlineExceeded
	case record.Canceled:
		code = codes.Canceled
	case record.Open:
		code = codes.Unavailable
	case record.Full:
		code = codes.ResourceExhausted
	}
	// Not status.FromError, which puts the text of what is wrapped around a status into it.
	if own, ok := errors.AsType[interface {
		error
		GRPCStatus() *status.Status
	}](e.Err); ok {
		if s := own.GRPCStatus(); s.Code() != codes.OK && (code == codes.Unknown || code == s.Code()) {
			return s
		}
	}
	return status.New(code, e.Error())
}

// marked tells package downstream what it cannot read in a status.
func marked(err error) error {
	s, ok := status.FromError(err)
	if err == nil || !ok {
		return err
	}
	if s.Code() == codes.DeadlineExceeded {
		return late{err}
	}
	for _, detail := range s.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return retry.After(err, info.GetRetryDelay().AsDuration())
		}
	}
	return err
}

// late is a status DeadlineExceeded. The server's clock may call the end of the attempt's time before our context does.
type late struct{ error }

func (late) Timeout() bool   { return true }
func (l late) Unwrap() error { return l.error }
