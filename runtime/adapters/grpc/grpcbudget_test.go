package grpcbudget_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	grpcbudget "github.com/budgetlint/budgetlint/runtime/adapters/grpc"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/downstream"
)

func TestClassifyCodes(t *testing.T) {
	want := map[codes.Code]breaker.Outcome{
		codes.OK:                 breaker.Success,
		codes.Canceled:           breaker.Failure,
		codes.Unknown:            breaker.Failure,
		codes.InvalidArgument:    breaker.Success,
		codes.DeadlineExceeded:   breaker.Failure,
		codes.NotFound:           breaker.Success,
		codes.AlreadyExists:      breaker.Success,
		codes.PermissionDenied:   breaker.Success,
		codes.ResourceExhausted:  breaker.Failure,
		codes.FailedPrecondition: breaker.Success,
		codes.Aborted:            breaker.Success,
		codes.OutOfRange:         breaker.Success,
		codes.Unimplemented:      breaker.Success,
		codes.Internal:           breaker.Failure,
		codes.Unavailable:        breaker.Failure,
		codes.DataLoss:           breaker.Failure,
		codes.Unauthenticated:    breaker.Success,
		codes.Code(99):           breaker.Failure,
	}
	for code := range codes.Code(17) {
		if _, ok := want[code]; !ok {
			t.Errorf("no row for %v", code)
		}
	}
	for code, outcome := range want {
		err := status.Error(code, "x")
		if got := grpcbudget.Classify(err); got != outcome {
			t.Errorf("%v: %v, want %v", code, got, outcome)
		}
		if err == nil {
			continue
		}
		if got := grpcbudget.Classify(fmt.Errorf("stock: %w", err)); got != outcome {
			t.Errorf("wrapped %v: %v, want %v", code, got, outcome)
		}
	}
}

func TestClassifyWhatHasNoStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want breaker.Outcome
	}{
		{errors.New("reset"), breaker.Failure},
		{context.Canceled, breaker.Failure},
		{sql.ErrNoRows, breaker.Success},
		{&downstream.StatusError{Code: 404}, breaker.Success},
		{budget.ErrExhausted, breaker.Excluded},
		{errors.Join(status.Error(codes.Unavailable, "x"), budget.ErrExhausted), breaker.Excluded},
		{breaker.ErrOpen, breaker.Failure},
	} {
		if got := grpcbudget.Classify(c.err); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}
