// none: invoice is made of three named parts and none of them can be missing

package invoice

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"golang.org/x/sync/errgroup"
)

type Party struct {
	Name  string `bson:"name"`
	VATID string `bson:"vat_id"`
}

type Line struct {
	Text  string `bson:"text"`
	Cents int64  `bson:"cents"`
}

type Invoice struct {
	Buyer  Party
	Seller Party
	Lines  []Line
}

var ErrEmpty = errors.New("invoice without lines")

type Builder struct{ db *mongo.Database }

func (b *Builder) party(ctx context.Context, id string, into *Party) error {
	if err := b.db.Collection("parties").FindOne(ctx, bson.M{"_id": id}).Decode(into); err != nil {
		return fmt.Errorf("party %s: %w", id, err)
	}
	return nil
}

func (b *Builder) lines(ctx context.Context, order string, into *[]Line) error {
	cur, err := b.db.Collection("lines").Find(ctx, bson.M{"order": order})
	if err != nil {
		return fmt.Errorf("lines of %s: %w", order, err)
	}
	return cur.All(ctx, into)
}

// Build assembles the invoice of an order.
func (b *Builder) Build(ctx context.Context, order, buyer, seller string) (*Invoice, error) {
	var inv Invoice
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return b.party(ctx, buyer, &inv.Buyer) })
	g.Go(func() error { return b.party(ctx, seller, &inv.Seller) })
	g.Go(func() error { return b.lines(ctx, order, &inv.Lines) })
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if len(inv.Lines) == 0 {
		return nil, ErrEmpty
	}
	return &inv, nil
}
