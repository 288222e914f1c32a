package grpcbudget

import (
	"context"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/budgetlint/budgetlint/runtime/downstream"
)

// UnaryClientInterceptor makes each unary call of a connection through d, as downstream.Do makes it.
func UnaryClientInterceptor(d *downstream.Downstream) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx = WriteTrace(ctx, d.TraceID(ctx))
		_, err := downstream.Do(ctx, d, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, marked(invoker(ctx, method, req, reply, cc, opts...))
		})
		return withStatus(err)
	}
}

// StreamClientInterceptor makes each stream of a connection through d, as downstream.Begin makes it: the timeout covers
// all of the stream, and its outcome, its place in the bulkhead and its record end when RecvMsg has returned io.EOF or
// an error (for a stream of requests with one answer: anything), when Header or SendMsg has failed, or with the
// context. A stream that nobody reads to its end, and whose context nobody cancels, so ends by its timeout. Once it has, what
// is received yet fails with the timeout's error; messages and an end that had arrived by then are still read.
//
// Only the opening is repeated. It fails where no connection can be had; what a server says against the stream comes out
// when it is read.
//
// Under downstream.WithStream, for subscriptions and the like, the timeout covers the time until Header or RecvMsg first
// returns, the outcome is what it says, and ctx alone ends the rest. A server sends its headers with the first message
// unless it does so on purpose: where that may take long, let it call SendHeader and the client Header.
func StreamClientInterceptor(d *downstream.Downstream) grpc.StreamClientInterceptor {
	return func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, streamer grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
		ctx = WriteTrace(ctx, d.TraceID(ctx))
		s, call, err := downstream.Begin(ctx, d, func(ctx context.Context) (grpc.ClientStream, error) {
			s, err := streamer(ctx, desc, cc, method, opts...)
			return s, marked(err)
		})
		if err != nil {
			return nil, withStatus(err)
		}
		return &clientStream{ClientStream: s, call: call, one: !desc.ServerStreams}, nil
	}
}

// clientStream tells when a stream is answered, and when it is over.
type clientStream struct {
	grpc.ClientStream
	call *downstream.Ongoing
	one  bool // message is the answer
}

// end returns the error of the call, or err where the call ended well before.
func (s *clientStream) end(err error) error {
	if failed := s.call.End(marked(err)); failed != nil {
		return withStatus(failed)
	}
	return err
}

func (s *clientStream) Header() (metadata.MD, error) {
	md, err := s.ClientStream.Header()
	switch {
	case err != nil:
		return md, s.end(err)
	case md != nil: // none means that the stream failed, and that RecvMsg knows why
		s.call.Answered()
	}
	return md, nil
}

func (s *clientStream) SendMsg(m any) error {
	err := s.ClientStream.SendMsg(m)
	if err == nil || err == io.EOF { // io.EOF: the stream is over, and RecvMsg knows why
		return err
	}
	return s.end(err)
}

func (s *clientStream) RecvMsg(m any) error {
	err := s.ClientStream.RecvMsg(m)
	switch {
	case err == nil && s.one, err == io.EOF:
		s.call.End(nil)
	case err == nil:
		s.call.Answered()
	default:
		return s.end(err)
	}
	return err
}
