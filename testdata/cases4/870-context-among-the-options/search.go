// none: the search function of the client takes the context as one of its options

package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esapi"
)

type Archive struct {
	es    *elasticsearch.Client
	index string
}

type Hit struct {
	ID     string          `json:"_id"`
	Source json.RawMessage `json:"_source"`
}

func (a *Archive) Find(ctx context.Context, words string, size int) ([]Hit, error) {
	q, err := json.Marshal(map[string]any{"query": map[string]any{"match": map[string]any{"text": words}}})
	if err != nil {
		return nil, err
	}
	opts := []func(*esapi.SearchRequest){
		a.es.Search.WithContext(ctx),
		a.es.Search.WithIndex(a.index),
		a.es.Search.WithBody(bytes.NewReader(q)),
	}
	if size > 0 {
		opts = append(opts, a.es.Search.WithSize(size))
	}
	res, err := a.es.Search(opts...)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.IsError() {
		return nil, errors.New("search: " + res.Status())
	}
	var out struct {
		Hits struct {
			Hits []Hit `json:"hits"`
		} `json:"hits"`
	}
	err = json.NewDecoder(res.Body).Decode(&out)
	return out.Hits.Hits, err
}
