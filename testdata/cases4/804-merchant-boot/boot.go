package boot

import (
	"context"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Page struct {
	Record map[string]types.AttributeValue
	Logo   []byte
}

type Loader struct {
	table  *dynamodb.Client
	assets *s3.Client
}

func (l *Loader) Page(ctx context.Context, merchant string) (*Page, error) {
	rec, err := l.table.GetItem(ctx, &dynamodb.GetItemInput{ // alt:seqcalls
		TableName: aws.String("merchants"),
		Key:       map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: merchant}},
	})
	if err != nil {
		return nil, fmt.Errorf("merchant %s: %w", merchant, err)
	}

	obj, err := l.assets.GetObject(ctx, &s3.GetObjectInput{ // want:seqcalls
		Bucket: aws.String("brand-assets"),
		Key:    aws.String(merchant + "/logo.png"),
	})
	if err != nil {
		return nil, fmt.Errorf("logo of %s: %w", merchant, err)
	}
	defer obj.Body.Close()
	logo, err := io.ReadAll(io.LimitReader(obj.Body, 1<<20))
	if err != nil {
		return nil, err
	}
	return &Page{Record: rec.Item, Logo: logo}, nil
}
