// none: a customer without a plan document gets the zero plan, every other failure is returned

package plan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Plan struct {
	Name  string `bson:"name"`
	Seats int    `bson:"seats"`
}

type Plans struct {
	coll *mongo.Collection
	rdb  *redis.Client
}

func New(coll *mongo.Collection, rdb *redis.Client) *Plans { return &Plans{coll: coll, rdb: rdb} }

// Of returns the plan of a customer; without one, the zero Plan.
func (p *Plans) Of(ctx context.Context, customer string) (Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
	defer cancel()
	var plan Plan
	err := p.coll.FindOne(ctx, bson.M{"_id": customer}).Decode(&plan)
	switch {
	case errors.Is(err, mongo.ErrNoDocuments):
		return Plan{}, nil
	case err != nil:
		return Plan{}, fmt.Errorf("plan of %s: %w", customer, err)
	}
	return plan, nil
}

// Override returns the seats granted by support, zero if there is no such grant.
func (p *Plans) Override(ctx context.Context, customer string) (int, error) {
	n, err := p.rdb.Get(ctx, "seats:"+customer).Int()
	if err == redis.Nil {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("seats of %s: %w", customer, err)
	}
	return n, nil
}
