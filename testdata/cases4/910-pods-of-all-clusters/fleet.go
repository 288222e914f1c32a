package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

type Cluster struct{ Name, URL string }

type Fleet struct {
	clusters []Cluster
	hc       *http.Client
}

func New(clusters []Cluster) *Fleet {
	return &Fleet{clusters: clusters, hc: &http.Client{Timeout: 4 * time.Second}}
}

func (f *Fleet) workloads(ctx context.Context, c Cluster) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+"/workloads", nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("cluster %s: %s", c.Name, resp.Status)
	}
	var names []string
	err = json.NewDecoder(resp.Body).Decode(&names)
	return names, err
}

// Workloads feeds the overview page: one column per cluster.
func (f *Fleet) Workloads(ctx context.Context) (map[string][]string, error) {
	var mu sync.Mutex
	byCluster := make(map[string][]string, len(f.clusters))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, c := range f.clusters {
		g.Go(func() error { // alt:allornothing
			names, err := f.workloads(gctx, c)
			if err != nil {
				return err // want:allornothing
			}
			mu.Lock()
			defer mu.Unlock()
			byCluster[c.Name] = names
			return nil
		})
	}
	if err := g.Wait(); err != nil { // alt:allornothing
		return nil, err // alt:allornothing
	}
	return byCluster, nil
}
