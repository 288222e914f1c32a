package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

// The functions below make one call each. How long it may take and what becomes of its failure is said by the contract and
// where they are used: they know only the service's address and language.

func (s *Server) getUser(ctx context.Context, id string) (*User, error) {
	return get[*User](ctx, s.client, s.urls.User+"/users/"+url.PathEscape(id))
}

func (s *Server) recentOrders(ctx context.Context, userID string) ([]Order, error) {
	return get[[]Order](ctx, s.client, s.urls.Order+"/orders?user="+url.QueryEscape(userID))
}

func (s *Server) recommendedFor(ctx context.Context, userID string) ([]Product, error) {
	return get[[]Product](ctx, s.client, s.urls.Recommend+"/recommendations?user="+url.QueryEscape(userID))
}

// stockOf asks for the product of each order, a few at a time. All requests together are one call of stock-service.
func (s *Server) stockOf(ctx context.Context, orders []Order) ([]Stock, error) {
	const atATime = 4
	return pool.Map(ctx, orders, atATime, func(ctx context.Context, o Order) (Stock, error) {
		return get[Stock](ctx, s.client, s.urls.Stock+"/stock/"+url.PathEscape(o.SKU))
	})
}

func (s *Server) unread(ctx context.Context, userID string) (int, error) {
	counts, err := get[struct {
		Unread int `json:"unread"`
	}](ctx, s.client, s.urls.Notify+"/notifications/count?user="+url.QueryEscape(userID))
	return counts.Unread, err
}

// markSeen tells notify-service that the user has opened the dashboard.
func (s *Server) markSeen(ctx context.Context, userID string) (none struct{}, err error) {
	body, err := json.Marshal(map[string]string{"user": userID})
	if err != nil {
		return none, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.urls.Notify+"/notifications/seen", bytes.NewReader(body))
	if err != nil {
		return none, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(req)
	if err != nil {
		return none, err
	}
	defer resp.Body.Close()
	return none, downstream.CheckResponse(resp)
}

// get reads the whole answer: the context ends with the call.
func get[T any](ctx context.Context, client *http.Client, url string) (v T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return v, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	if err := downstream.CheckResponse(resp); err != nil {
		return v, err
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}
