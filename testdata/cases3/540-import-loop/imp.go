package imp

import (
	"context"
	"errors"
	"iter"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Row map[string]types.AttributeValue

type Sink struct {
	db    *dynamodb.Client
	table string
}

func (s *Sink) put(ctx context.Context, r Row) error {
	_, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: &s.table, Item: r})
	return err
}

func (s *Sink) Import(ctx context.Context, rows iter.Seq2[Row, error]) error {
	var errs []error
	for r, err := range rows {
		if err == nil {
			err = s.put(context.Background(), r) // want:detachedctx
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
