// Package seqloop shows a list of products.
package seqloop

import (
	"context"
	"fmt"
	"net/http"
)

// Shop asks the price service.
type Shop struct{ HTTP *http.Client }

// Prices asks for one price after another.
func (s *Shop) Prices(ctx context.Context, products []string) ([]int, error) {
	var prices []int
	for _, p := range products {
		price, err := s.cents(ctx, p) // want `waits for \(\*http.Client\).Do by \(\*seqloop.Shop\).cents once for each of products \(a parameter of Prices\); no round needs another, so the calls could be under way together \(seqloop\)`
		if err != nil {
			return nil, fmt.Errorf("price of %s: %w", p, err)
		}
		prices = append(prices, price)
	}
	return prices, nil
}

// Affordable stops at the first that is there.
func (s *Shop) Affordable(ctx context.Context, products []string, most int) (string, error) {
	for _, p := range products {
		price, err := s.cents(ctx, p)
		if err != nil {
			return "", err
		}
		if price <= most {
			return p, nil
		}
	}
	return "", nil
}

func (s *Shop) cents(ctx context.Context, product string) (cents int, err error) {
	resp, err := s.price(ctx, product)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = fmt.Fscan(resp.Body, &cents)
	return cents, err
}

func (s *Shop) price(ctx context.Context, product string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://price.example.com/"+product, nil)
	if err != nil {
		return nil, err
	}
	return s.HTTP.Do(req)
}
