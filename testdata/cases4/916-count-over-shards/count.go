// none: a total needs every shard, so the first failure must fail the count

package count

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"golang.org/x/sync/errgroup"
)

type Counter struct{ shards []*mongo.Collection }

func New(shards ...*mongo.Collection) *Counter { return &Counter{shards: shards} }

func (c *Counter) Unread(ctx context.Context, user string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	var total atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, shard := range c.shards {
		g.Go(func() error {
			n, err := shard.CountDocuments(gctx, bson.D{{Key: "user", Value: user}, {Key: "read", Value: false}})
			if err != nil {
				return fmt.Errorf("shard %s: %w", shard.Name(), err)
			}
			total.Add(n)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	return total.Load(), nil
}
