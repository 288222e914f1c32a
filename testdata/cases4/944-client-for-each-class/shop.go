// none: the constructor is shared, the clients and their connections are not

package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"cases/944-client-for-each-class/conn"
)

type Shop struct {
	prices, ratings         string
	priceClient, rateClient *http.Client
}

func New(prices, ratings string) *Shop {
	return &Shop{
		prices:      prices,
		ratings:     ratings,
		priceClient: conn.Dedicated(20, 800*time.Millisecond),
		rateClient:  conn.Dedicated(5, 300*time.Millisecond),
	}
}

func get[T any](ctx context.Context, hc *http.Client, url string) (v T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return v, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return v, fmt.Errorf("%s: %s", url, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}

//budgetlint:downstream name=prices core timeout=800ms
func (s *Shop) Price(ctx context.Context, sku string) (int, error) {
	return get[int](ctx, s.priceClient, s.prices+"/"+sku)
}

//budgetlint:downstream name=ratings degradable timeout=300ms
func (s *Shop) Rating(ctx context.Context, sku string) (float64, error) {
	return get[float64](ctx, s.rateClient, s.ratings+"/"+sku)
}
