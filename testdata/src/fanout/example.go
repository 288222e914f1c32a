// Package fanout loads what an order page shows.
package fanout

import (
	"context"
	"net/http"

	"golang.org/x/sync/errgroup"
)

// Shop asks the stock service.
type Shop struct{ HTTP *http.Client }

// Stock asks for every article of an order at once.
func (s *Shop) Stock(ctx context.Context, articles []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, a := range articles {
		g.Go(func() error { return s.one(ctx, a) }) // want `starts a goroutine for each of articles, a parameter of Stock, without a limit; each calls \(\*http.Client\).Do by \(\*fanout.Shop\).one \(fanout\)`
	}
	return g.Wait()
}

// Regions asks three services: as many as are written here.
func (s *Shop) Regions(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, r := range []string{"eu", "us", "ap"} {
		g.Go(func() error { return s.one(ctx, r) })
	}
	return g.Wait()
}

func (s *Shop) one(ctx context.Context, article string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example.com/"+article, nil)
	if err != nil {
		return err
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
