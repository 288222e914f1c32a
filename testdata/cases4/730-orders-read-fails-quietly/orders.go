package orders

import (
	"context"
	"log/slog"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Order struct {
	ID       string `bson:"_id"`
	Customer string `bson:"customer"`
	Total    int64  `bson:"total"`
}

type Repo struct {
	coll *mongo.Collection
	log  *slog.Logger
}

func NewRepo(db *mongo.Database, log *slog.Logger) *Repo {
	return &Repo{coll: db.Collection("orders"), log: log}
}

// Open lists what a customer has not paid yet.
func (r *Repo) Open(ctx context.Context, customer string) (list []Order, err error) {
	filter := bson.M{"customer": customer, "paid": false}
	sort := options.Find().SetSort(bson.M{"_id": 1}).SetLimit(100)
	cur, err := r.coll.Find(ctx, filter, sort)
	if err != nil {
		r.log.ErrorContext(ctx, "open orders", "customer", customer, "err", err)
		return []Order{}, nil // want:coreempty
	}
	err = cur.All(ctx, &list)
	return list, err
}
