package usage

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Repo struct{ events *mongo.Collection }

func NewRepo(events *mongo.Collection) *Repo { return &Repo{events: events} }

func (r *Repo) Events(tenant string) (int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // alt:detachedctx
	defer cancel()
	return r.events.CountDocuments(ctx, bson.M{"tenant": tenant})
}
