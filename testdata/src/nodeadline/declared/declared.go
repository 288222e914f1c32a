// Package declared names its downstreams by directives.
package declared

import (
	"context"
	"net/http"
	"time"
)

// Store is read by other packages.
type Store struct{ http *http.Client }

// Item has its own deadline.
//
//budgetlint:downstream name=items core timeout=500ms
func (s *Store) Item(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	return s.get(ctx, "https://items.example.com")
}

// Tags has none.
//
//budgetlint:downstream name=tags degradable timeout=500ms
func (s *Store) Tags(ctx context.Context) error { return s.get(ctx, "https://tags.example.com") }

func (s *Store) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
