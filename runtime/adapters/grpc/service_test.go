package grpcbudget_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcbudget "github.com/budgetlint/budgetlint/runtime/adapters/grpc"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
)

const ms = time.Millisecond

type text = wrapperspb.StringValue

// shop is the service of these tests, one method of each kind. A nil one is never called.
type shop struct {
	get  func(context.Context) (string, error)
	list func(grpc.ServerStream) error // one question, many answers
	put  func(grpc.ServerStream) error // many questions, one answer
	chat func(grpc.ServerStream) error
}

var (
	listDesc = &grpc.StreamDesc{StreamName: "List", ServerStreams: true}
	putDesc  = &grpc.StreamDesc{StreamName: "Put", ClientStreams: true}
	chatDesc = &grpc.StreamDesc{StreamName: "Chat", ServerStreams: true, ClientStreams: true}
)

func (s shop) desc() *grpc.ServiceDesc {
	stream := func(d *grpc.StreamDesc, h func(grpc.ServerStream) error) grpc.StreamDesc {
		with := *d
		with.Handler = func(_ any, ss grpc.ServerStream) error { return h(ss) }
		return with
	}
	return &grpc.ServiceDesc{
		ServiceName: "test.Shop",
		Methods: []grpc.MethodDesc{{MethodName: "Get", Handler: func(srv any, ctx context.Context, read func(any) error, i grpc.UnaryServerInterceptor) (any, error) {
			in := new(text)
			if err := read(in); err != nil {
				return nil, err
			}
			h := func(ctx context.Context, _ any) (any, error) {
				v, err := s.get(ctx)
				if err != nil {
					return nil, err
				}
				return wrapperspb.String(v), nil
			}
			if i == nil {
				return h(ctx, in)
			}
			return i(ctx, in, &grpc.UnaryServerInfo{Server: srv, FullMethod: "/test.Shop/Get"}, h)
		}}},
		Streams: []grpc.StreamDesc{stream(listDesc, s.list), stream(putDesc, s.put), stream(chatDesc, s.chat)},
	}
}

// serve runs s until the test ends, and returns a connection to it, in memory. An opts of d makes its calls through d.
func serve(t *testing.T, s shop, server []grpc.ServerOption, client ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	l := bufconn.Listen(1 << 16)
	srv := grpc.NewServer(server...)
	srv.RegisterService(s.desc(), nil)
	go srv.Serve(l)
	t.Cleanup(srv.Stop)
	dial := grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) })
	conn, err := grpc.NewClient("passthrough:///shop", append(client, dial, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// through makes a connection's calls through d.
func through(d *downstream.Downstream) []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithUnaryInterceptor(grpcbudget.UnaryClientInterceptor(d)),
		grpc.WithStreamInterceptor(grpcbudget.StreamClientInterceptor(d)),
		grpc.WithDisableRetry(),
	}
}

func get(ctx context.Context, conn *grpc.ClientConn) (string, error) {
	var reply text
	err := conn.Invoke(ctx, "/test.Shop/Get", wrapperspb.String("pen"), &reply)
	return reply.Value, err
}

// open opens a stream as generated code does: where there is one question only, it is sent.
func open(ctx context.Context, conn *grpc.ClientConn, d *grpc.StreamDesc) (grpc.ClientStream, error) {
	s, err := conn.NewStream(ctx, d, "/test.Shop/"+d.StreamName)
	if err == nil && !d.ClientStreams {
		if err = s.SendMsg(wrapperspb.String("all")); err == nil {
			err = s.CloseSend()
		}
	}
	return s, err
}

// receive reads n answers; -1 stands for all of them.
func receive(s grpc.ClientStream, n int) (all []string, err error) {
	for ; n != 0; n-- {
		var m text
		if err := s.RecvMsg(&m); err != nil {
			if err == io.EOF && n < 0 {
				return all, nil
			}
			return all, err
		}
		all = append(all, m.Value)
	}
	return all, nil
}

func sends(ss grpc.ServerStream, values ...string) error {
	for _, v := range values {
		if err := ss.SendMsg(wrapperspb.String(v)); err != nil {
			return err
		}
	}
	return nil
}

// never is a handler that waits for its context, and says what a server says then.
func never(ctx context.Context) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

var window = contract.Breaker{MinimumRequests: 1000, OpenDuration: 10 * time.Second, HalfOpenProbeCount: 1}

// stock is a downstream with all that may hold something, and its records.
func stock(change func(*downstream.Config)) (*downstream.Downstream, *downstreamtest.Records) {
	var records downstreamtest.Records
	c := downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Classify: grpcbudget.Classify, Observer: &records}
	if change != nil {
		change(&c)
	}
	return downstream.New("stock", c), &records
}

// counts is what the breaker counted: successes and failures.
func counts(d *downstream.Downstream) [2]int {
	s := d.Snapshot().Breaker
	return [2]int{s.Successes, s.Failures}
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func unaryOf(d *downstream.Downstream) grpc.UnaryClientInterceptor {
	return grpcbudget.UnaryClientInterceptor(d)
}
