package prices

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"
)

type Row struct {
	Region string
	Items  []map[string]types.AttributeValue
}

type Table struct {
	name    string
	regions map[string]*dynamodb.Client
}

func New(name string, regions map[string]*dynamodb.Client) *Table {
	return &Table{name: name, regions: regions}
}

func (t *Table) scanInto(ctx context.Context, region string, row *Row) func() error {
	return func() error {
		api, ok := t.regions[region]
		if !ok {
			return fmt.Errorf("no client for %s", region)
		}
		out, err := api.Scan(ctx, &dynamodb.ScanInput{TableName: &t.name})
		if err != nil {
			return fmt.Errorf("scan %s: %w", region, err) // alt:allornothing
		}
		row.Region, row.Items = region, out.Items
		return nil
	}
}

// Rows shows the prices of the given regions side by side.
func (t *Table) Rows(ctx context.Context, regions ...string) ([]Row, error) {
	rows := make([]Row, len(regions))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(6)
	for i, region := range regions {
		g.Go(t.scanInto(gctx, region, &rows[i])) // alt:allornothing
	}
	if err := g.Wait(); err != nil { // want:allornothing
		return nil, err // alt:allornothing
	}
	return rows, nil
}
