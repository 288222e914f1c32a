// Package corepb is shaped like generated code.
package corepb

import (
	"context"

	"google.golang.org/grpc"
)

type Hash struct{ Hash string }
type Result struct{ OK bool }

type CoreClient interface {
	Verify(ctx context.Context, in *Hash, opts ...grpc.CallOption) (*Result, error)
}
