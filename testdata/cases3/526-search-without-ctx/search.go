package search

import (
	"context"
	"encoding/json"
	"strings"

	es "github.com/elastic/go-elasticsearch/v7"
)

type Index struct {
	cli  *es.Client
	name string
}

func (x *Index) Find(ctx context.Context, query string) (hits []string, err error) {
	res, err := x.cli.Search( // want:ctxdrop
		x.cli.Search.WithIndex(x.name),
		x.cli.Search.WithBody(strings.NewReader(query)),
	)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return hits, json.NewDecoder(res.Body).Decode(&hits)
}
