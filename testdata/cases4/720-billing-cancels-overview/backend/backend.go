package backend

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Project struct {
	ID    string
	Title string
}

type Usage struct {
	Events int64 `bson:"events"`
}

type Projects struct{ DB *pgxpool.Pool }

// Get reads the project itself.
//
//budgetlint:downstream name=projects core timeout=600ms
func (p *Projects) Get(ctx context.Context, id string) (*Project, error) {
	ctx, cancel := context.WithTimeout(ctx, 600*time.Millisecond)
	defer cancel()
	out := Project{ID: id}
	if err := p.DB.QueryRow(ctx, "SELECT title FROM projects WHERE id = $1", id).Scan(&out.Title); err != nil {
		return nil, err
	}
	return &out, nil
}

type Billing struct{ Coll *mongo.Collection }

// Usage feeds the plan banner above the page.
//
//budgetlint:downstream name=billing degradable timeout=250ms
func (b *Billing) Usage(ctx context.Context, project string) (*Usage, error) {
	ctx, cancel := context.WithTimeout(ctx, 250*time.Millisecond)
	defer cancel()
	var u Usage
	err := b.Coll.FindOne(ctx, bson.M{"project": project}).Decode(&u)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return &u, nil
	}
	if err != nil {
		return nil, err
	}
	return &u, nil
}
