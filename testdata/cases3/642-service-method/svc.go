package svc

import (
	"context"

	"google.golang.org/grpc"
)

type Req struct{ ID string }
type Rep struct{ Name string }

type NamesClient interface {
	Name(ctx context.Context, in *Req, opts ...grpc.CallOption) (*Rep, error)
}

type Server struct{ names NamesClient }

// Greet runs under the deadline that its caller sent along.
func (s *Server) Greet(ctx context.Context, in *Req) (*Rep, error) {
	return s.names.Name(ctx, in)
}
