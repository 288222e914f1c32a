package digest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
)

type Summary struct {
	Open   int `json:"open"`
	Merged int `json:"merged"`
}

type Service struct {
	base string
	hc   *http.Client
	rdb  *redis.Client
}

func New(base string, rdb *redis.Client) *Service {
	return &Service{base: base, hc: &http.Client{Timeout: 5 * time.Second}, rdb: rdb}
}

func (s *Service) count(ctx context.Context, state string, into *int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/count?state="+state, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("count %s: %s", state, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func (s *Service) Refresh(ctx context.Context) (*Summary, error) {
	var sum Summary
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.count(ctx, "open", &sum.Open) })
	g.Go(func() error { return s.count(ctx, "merged", &sum.Merged) })
	if err := g.Wait(); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(sum)
	if err != nil {
		return nil, err
	}
	if err := s.rdb.Set(ctx, "summary", raw, time.Hour).Err(); err != nil { // want:ctxdrop
		return nil, fmt.Errorf("store summary: %w", err)
	}
	return &sum, nil
}
