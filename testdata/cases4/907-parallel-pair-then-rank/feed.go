// none: the two sources run side by side, so the longer one plus the ranking fits the total

package feed

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

type Feed struct {
	posts, ads, ranker string
	hc                 *http.Client
}

type Page struct{ IDs []string }

func (f *Feed) list(ctx context.Context, url string) (ids []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&ids)
	return ids, err
}

//budgetlint:downstream name=posts core timeout=1500ms
func (f *Feed) fetchPosts(ctx context.Context, user string) ([]string, error) {
	return f.list(ctx, f.posts+"?user="+url.QueryEscape(user))
}

//budgetlint:downstream name=ads core timeout=1200ms
func (f *Feed) fetchAds(ctx context.Context, user string) ([]string, error) {
	return f.list(ctx, f.ads+"?user="+url.QueryEscape(user))
}

//budgetlint:downstream name=ranker core timeout=1s
func (f *Feed) fetchRanked(ctx context.Context, ids []string) ([]string, error) {
	return f.list(ctx, f.ranker+"?ids="+url.QueryEscape(strings.Join(ids, ",")))
}

// Build answers within three seconds.
//
//budgetlint:entry total=3s margin=300ms
func (f *Feed) Build(ctx context.Context, user string) (Page, error) {
	ctx, cancel := context.WithTimeout(ctx, 2700*time.Millisecond)
	defer cancel()
	var posts, ads []string
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		posts, err = f.fetchPosts(gctx, user)
		return err
	})
	g.Go(func() (err error) {
		ads, err = f.fetchAds(gctx, user)
		return err
	})
	if err := g.Wait(); err != nil {
		return Page{}, err
	}
	ids, err := f.fetchRanked(ctx, append(posts, ads...))
	if err != nil {
		return Page{}, err
	}
	return Page{IDs: ids}, nil
}
