// none: single peers may fail; only when fewer than half answer is it an error

package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type View struct {
	Peer string
	Term int64
}

type Ring struct {
	peers []string
	hc    *http.Client
	slots chan struct{}
}

func New(peers []string) *Ring {
	return &Ring{peers: peers, hc: &http.Client{Timeout: time.Second}, slots: make(chan struct{}, 8)}
}

func (r *Ring) term(ctx context.Context, peer string) (v View, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+peer+"/term", nil)
	if err != nil {
		return v, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return v, fmt.Errorf("peer %s: %s", peer, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}

func (r *Ring) Terms(ctx context.Context) ([]View, error) {
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		views []View
		last  error
	)
	for _, p := range r.peers {
		r.slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-r.slots }()
			v, err := r.term(ctx, p)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				slog.WarnContext(ctx, "peer silent", "peer", p, "err", err)
				last = err
				return
			}
			views = append(views, v)
		})
	}
	wg.Wait()
	if len(views) <= len(r.peers)/2 {
		return nil, fmt.Errorf("no quorum, %d of %d: %w", len(views), len(r.peers), last)
	}
	return views, nil
}
