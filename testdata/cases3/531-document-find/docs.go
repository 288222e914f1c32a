package docs

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Docs struct{ coll *mongo.Collection }

func (d *Docs) All(ctx context.Context, owner string) (out []bson.M, err error) {
	cur, err := d.coll.Find(context.TODO(), bson.M{"owner": owner}) // want:detachedctx
	if err != nil {
		return nil, err
	}
	return out, cur.All(ctx, &out)
}
