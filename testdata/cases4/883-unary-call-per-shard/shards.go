package shards

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type statusClient = connect.Client[wrapperspb.StringValue, structpb.Struct]

type Collector struct{ status *statusClient }

func New(base string) *Collector {
	hc := &http.Client{Timeout: 3 * time.Second}
	return &Collector{status: connect.NewClient[wrapperspb.StringValue, structpb.Struct](hc, base+"/shard.v1.Shards/GetStatus")}
}

type part struct {
	shard  string
	status *structpb.Struct
	err    error
}

func (c *Collector) ask(ctx context.Context, shard string) part {
	resp, err := c.status.CallUnary(ctx, connect.NewRequest(wrapperspb.String(shard)))
	if err != nil {
		return part{shard: shard, err: err}
	}
	return part{shard: shard, status: resp.Msg}
}

func (c *Collector) start(ctx context.Context, shard string, out chan<- part) {
	go func() { out <- c.ask(ctx, shard) }() // alt:fanout
}

func (c *Collector) Collect(ctx context.Context, list []string) (map[string]*structpb.Struct, map[string]error) {
	out := make(chan part, len(list))
	for _, shard := range list {
		c.start(ctx, shard, out) // want:fanout
	}
	ok, bad := map[string]*structpb.Struct{}, map[string]error{}
	for range list {
		if p := <-out; p.err != nil {
			bad[p.shard] = p.err
		} else {
			ok[p.shard] = p.status
		}
	}
	return ok, bad
}
