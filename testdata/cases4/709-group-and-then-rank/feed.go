package feed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type Feed struct {
	follows, posts, ranker string
	hc                     *http.Client
}

func New(follows, posts, ranker string) *Feed {
	return &Feed{follows: follows, posts: posts, ranker: ranker, hc: &http.Client{}}
}

func (f *Feed) call(ctx context.Context, limit time.Duration, method, url string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Timeline answers GET /timeline.
//
//budgetlint:entry total=1600ms margin=200ms
func (f *Feed) Timeline(w http.ResponseWriter, r *http.Request) { // alt:overbudget
	ctx, cancel := context.WithTimeout(r.Context(), 1400*time.Millisecond) // alt:overbudget
	defer cancel()
	user := r.PathValue("user")
	var (
		follows []string
		posts   []json.RawMessage
		ranked  []json.RawMessage
	)
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return f.call(gctx, 700*time.Millisecond, http.MethodGet, f.follows+"/of/"+user, nil, &follows)
	})
	g.Go(func() error {
		return f.call(gctx, 900*time.Millisecond, http.MethodGet, f.posts+"/recent", nil, &posts)
	})
	if err := g.Wait(); err != nil { // alt:overbudget
		http.Error(w, "timeline unavailable", http.StatusBadGateway)
		return
	}
	query := map[string]any{"follows": follows, "posts": posts}
	if err := f.call(ctx, 600*time.Millisecond, http.MethodPost, f.ranker+"/rank", query, &ranked); err != nil { // want:overbudget
		http.Error(w, "ranking unavailable", http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(ranked)
}
