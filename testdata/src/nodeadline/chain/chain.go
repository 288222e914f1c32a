// Package chain dials with a list of interceptors, one of which gives every call a deadline.
package chain

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type meta struct{ timeout time.Duration }

func (m meta) unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	return next(ctx, method, req, reply, cc, opts...)
}

func counted(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return next(ctx, method, req, reply, cc, opts...)
}

// Dial connects.
func Dial(target string, timeout time.Duration) (*grpc.ClientConn, error) {
	m := meta{timeout}
	unary := []grpc.UnaryClientInterceptor{counted, m.unary}
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(unary...))
}
