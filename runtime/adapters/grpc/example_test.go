package grpcbudget_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	grpcbudget "github.com/budgetlint/budgetlint/runtime/adapters/grpc"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// stockService is the dependency: one for the program, in a package variable.
var stockService = downstream.New("stock-service", downstream.Config{
	Timeout:  2 * time.Second,
	Breaker:  &contract.Breaker{MinimumRequests: 20},
	Classify: grpcbudget.Classify,
	Observer: record.ObserverFunc(func(_ context.Context, c record.Call) {
		fmt.Println("record:", c.Name, c.Status, c.TraceID)
	}),
})

func Example() {
	// A server whose calls have a budget of 2 s. The health check's Watch stays open.
	l := bufconn.Listen(1 << 16)
	watches := grpcbudget.Unlimited(func(method string) bool { return method == grpc_health_v1.Health_Watch_FullMethodName })
	server := grpc.NewServer(
		grpc.UnaryInterceptor(grpcbudget.UnaryServerInterceptor(2*time.Second, 300*time.Millisecond, watches)),
		grpc.StreamInterceptor(grpcbudget.StreamServerInterceptor(2*time.Second, 300*time.Millisecond, watches)),
	)
	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
	go server.Serve(l)
	defer server.Stop()

	// A client whose calls go through the downstream.
	conn, err := grpc.NewClient("passthrough:///stock",
		grpc.WithUnaryInterceptor(grpcbudget.UnaryClientInterceptor(stockService)),
		grpc.WithStreamInterceptor(grpcbudget.StreamClientInterceptor(stockService)),
		grpc.WithDisableRetry(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	stock := grpc_health_v1.NewHealthClient(conn)
	ctx := record.WithTraceID(context.Background(), "page-7")

	resp, err := stock.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	fmt.Println(resp.GetStatus(), err)

	_, err = stock.Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: "pens"})
	fmt.Println(status.Code(err), err)

	stockService.Breaker().Force(breaker.Open, true) // as it is after too many failures
	_, err = stock.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	fmt.Println(status.Code(err) == codes.Unavailable, errors.Is(err, breaker.ErrOpen))
	// Output:
	// record: stock-service ok page-7
	// SERVING <nil>
	// record: stock-service failed page-7
	// NotFound stock-service: failed: rpc error: code = NotFound desc = unknown service
	// record: stock-service open page-7
	// true true
}
