package product

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
	"golang.org/x/sync/errgroup"
)

type Page struct {
	Title   string
	Reviews []string
}

type Shop struct {
	catalog, reviews string
	hc               *http.Client
}

func (s *Shop) get(ctx context.Context, url string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

//budgetlint:downstream name=catalog core timeout=600ms
func (s *Shop) title(ctx context.Context, id string) (t string, err error) {
	err = s.get(ctx, s.catalog+"/"+url.PathEscape(id), &t)
	return t, err
}

//budgetlint:downstream name=reviews degradable timeout=300ms
func (s *Shop) comments(ctx context.Context, id string) (c []string, err error) {
	err = s.get(ctx, s.reviews+"/"+url.PathEscape(id), &c)
	return c, err
}

//budgetlint:entry total=1s margin=100ms
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 900*time.Millisecond)
	defer cancel()
	id := chi.URLParam(r, "id")
	var p Page
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		p.Title, err = s.title(gctx, id)
		return err
	})
	g.Go(func() (err error) { // alt:allornothing
		p.Reviews, err = s.comments(gctx, id) // alt:allornothing
		return err                            // want:allornothing
	})
	if err := g.Wait(); err != nil { // alt:allornothing
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(p)
}
