package client

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"cases3/505-runtime-rpc/runtimepb"
)

type Client struct{ api runtimepb.PublicAPIClient }

func New(socket string) (*Client, error) {
	conn, err := grpc.NewClient(socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &Client{api: runtimepb.NewPublicAPIClient(conn)}, nil
}

func (c *Client) Pods(node string) ([]string, error) {
	ctx := metadata.AppendToOutgoingContext(context.Background(), "node", node) // want:nodeadline
	resp, err := c.api.PodList(ctx, &runtimepb.PodListRequest{All: true})       // alt:nodeadline
	if err != nil {
		return nil, err
	}
	return resp.Names, nil
}
