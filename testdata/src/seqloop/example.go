// Package seqloop shows a list of products.
package seqloop

import (
	"context"
	"net/http"
)

// Shop asks the price service.
type Shop struct{ HTTP *http.Client }

// Prices asks for one price after another.
func (s *Shop) Prices(ctx context.Context, products []string) ([]*http.Response, error) {
	prices := make([]*http.Response, len(products))
	for i, p := range products {
		price, err := s.price(ctx, p) // want `waits for \(\*http.Client\).Do by \(\*seqloop.Shop\).price once for each of products \(a parameter of Prices\); no round needs another, so the calls could be under way together \(seqloop\)`
		if err != nil {
			return nil, err
		}
		prices[i] = price
	}
	return prices, nil
}

// Cheapest stops at the first that is there.
func (s *Shop) Cheapest(ctx context.Context, products []string) (*http.Response, error) {
	for _, p := range products {
		price, err := s.price(ctx, p)
		if err != nil {
			return nil, err
		}
		if price.StatusCode == http.StatusOK {
			return price, nil
		}
	}
	return nil, nil
}

func (s *Shop) price(ctx context.Context, product string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://price.example.com/"+product, nil)
	if err != nil {
		return nil, err
	}
	return s.HTTP.Do(req)
}
