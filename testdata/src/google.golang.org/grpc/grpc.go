// Package grpc is a stub with the true signatures.
package grpc

import "context"

type (
	CallOption interface{ before(*callInfo) error }
	DialOption interface{ apply(*dialOptions) }

	callInfo    struct{}
	dialOptions struct{}
	dialFunc    func(*dialOptions)
)

func (f dialFunc) apply(o *dialOptions) { f(o) }

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
	NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error)
}

type ClientConn struct{}

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}

func (cc *ClientConn) NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error) {
	return nil, nil
}

func (cc *ClientConn) Close() error { return nil }

type StreamDesc struct {
	StreamName    string
	ServerStreams bool
	ClientStreams bool
}

type ClientStream interface {
	CloseSend() error
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

type ServerStream interface {
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func Dial(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func DialContext(ctx context.Context, target string, opts ...DialOption) (*ClientConn, error) {
	return nil, nil
}

func WithBlock() DialOption { return dialFunc(nil) }

func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption { return dialFunc(nil) }

func WithChainUnaryInterceptor(f ...UnaryClientInterceptor) DialOption { return dialFunc(nil) }

func WithDefaultServiceConfig(s string) DialOption { return dialFunc(nil) }
