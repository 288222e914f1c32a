// Package runtimepb is shaped like generated code.
package runtimepb

import (
	"context"

	"google.golang.org/grpc"
)

type PodListRequest struct{ All bool }
type PodListResponse struct{ Names []string }

type PublicAPIClient interface {
	PodList(ctx context.Context, in *PodListRequest, opts ...grpc.CallOption) (*PodListResponse, error)
}

type publicAPIClient struct{ cc grpc.ClientConnInterface }

func NewPublicAPIClient(cc grpc.ClientConnInterface) PublicAPIClient { return &publicAPIClient{cc} }

func (c *publicAPIClient) PodList(ctx context.Context, in *PodListRequest, opts ...grpc.CallOption) (*PodListResponse, error) {
	out := new(PodListResponse)
	err := c.cc.Invoke(ctx, "/types.PublicAPI/PodList", in, out, opts...)
	return out, err
}
