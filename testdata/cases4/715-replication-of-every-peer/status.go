package replication

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

type ShardStatus struct {
	Peer  string `json:"peer"`
	Shard int    `json:"shard"`
	Lag   int64  `json:"lag"`
}

type Admin struct {
	hc *http.Client
}

func NewAdmin() *Admin { return &Admin{hc: &http.Client{Timeout: 3 * time.Second}} }

func (a *Admin) peerStatus(ctx context.Context, peer string) ([]ShardStatus, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+peer+"/replication", nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("peer %s: %s", peer, resp.Status)
	}
	var out []ShardStatus
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

// Status lists the lag of every shard on every peer for the operator's page.
func (a *Admin) Status(ctx context.Context, peers []string) ([]ShardStatus, error) {
	var (
		mu  sync.Mutex
		all []ShardStatus
	)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, peer := range peers {
		g.Go(func() error {
			shards, err := a.peerStatus(ctx, peer)
			if err != nil {
				return err // alt:allornothing
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, shards...)
			return nil
		})
	}
	if err := g.Wait(); err != nil { // want:allornothing
		return nil, err // alt:allornothing
	}
	return all, nil
}
