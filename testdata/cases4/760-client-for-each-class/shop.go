// none: core orders and degradable tips have a client with a transport of its own each

package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

func pooled(conns int, limit time.Duration) *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxConnsPerHost = conns
	tr.MaxIdleConnsPerHost = conns
	return &http.Client{Transport: tr, Timeout: limit}
}

type Shop struct {
	orderURL, tipURL string
	orderHC          *http.Client
	tipHC            *http.Client
}

func New(orders, tips string) *Shop {
	return &Shop{
		orderURL: orders,
		tipURL:   tips,
		orderHC:  pooled(32, 800*time.Millisecond),
		tipHC:    pooled(4, 300*time.Millisecond),
	}
}

func load(ctx context.Context, hc *http.Client, url string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

// Orders lists the orders of a customer.
//
//budgetlint:downstream name=order-service core timeout=800ms
func (s *Shop) Orders(ctx context.Context, customer string) (ids []string, err error) {
	err = load(ctx, s.orderHC, s.orderURL+"/orders/"+customer, &ids)
	return ids, err
}

// Tips suggests what to buy next.
//
//budgetlint:downstream name=tip-service degradable timeout=300ms
func (s *Shop) Tips(ctx context.Context, customer string) (ids []string, err error) {
	err = load(ctx, s.tipHC, s.tipURL+"/tips/"+customer, &ids)
	return ids, err
}
