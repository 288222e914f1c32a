package rows

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Row map[string]types.AttributeValue

type Table struct {
	api  *dynamodb.Client
	name string
}

func key(id string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}}
}

func (t *Table) Load(ctx context.Context, ids []string) ([]Row, error) {
	rows := make([]Row, len(ids))
	for i := range ids {
		in := &dynamodb.GetItemInput{TableName: aws.String(t.name), Key: key(ids[i])}
		out, err := t.api.GetItem(ctx, in) // want:seqloop
		if err != nil {
			return nil, fmt.Errorf("row %d (%s): %w", i, ids[i], err)
		}
		rows[i] = out.Item
	}
	return rows, nil
}
