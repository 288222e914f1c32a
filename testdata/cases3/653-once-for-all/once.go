package once

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

type Keys struct {
	url  string
	hc   *http.Client
	load func() (map[string]string, error)
}

func New(url string) *Keys {
	k := &Keys{url: url, hc: &http.Client{Timeout: 5 * time.Second}}
	k.load = sync.OnceValues(func() (map[string]string, error) {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, k.url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := k.hc.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		var m map[string]string
		return m, json.NewDecoder(resp.Body).Decode(&m)
	})
	return k
}

func (k *Keys) Key(ctx context.Context, id string) (string, error) {
	m, err := k.load()
	return m[id], err
}
