package report

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Job struct {
	ctx  context.Context
	stop context.CancelFunc
	coll *mongo.Collection
}

func New(uri string) (*Job, error) {
	cli, err := mongo.Connect(options.Client().ApplyURI(uri).SetAppName("nightly"))
	if err != nil {
		return nil, err
	}
	j := &Job{coll: cli.Database("shop").Collection("orders")}
	j.ctx, j.stop = context.WithCancel(context.Background()) // want:nodeadline
	return j, nil
}

func (j *Job) Stop() { j.stop() }

func (j *Job) Totals() ([]bson.M, error) {
	cur, err := j.coll.Aggregate(j.ctx, mongo.Pipeline{ // alt:nodeadline
		{{Key: "$group", Value: bson.D{
			{Key: "_id", Value: "$day"},
			{Key: "total", Value: bson.D{{Key: "$sum", Value: "$cents"}}},
		}}},
	})
	if err != nil {
		return nil, err
	}
	var out []bson.M
	err = cur.All(j.ctx, &out)
	return out, err
}
