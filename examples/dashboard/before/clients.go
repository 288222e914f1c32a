package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// UserClient talks to user-service.
type UserClient struct {
	baseURL string
}

// Get returns the profile of one user.
func (c *UserClient) Get(id string) (*User, error) {
	var u User
	if err := getJSON(c.baseURL+"/users/"+url.PathEscape(id), &u); err != nil {
		return nil, fmt.Errorf("user-service: %w", err)
	}
	return &u, nil
}

// OrderClient talks to order-service.
type OrderClient struct {
	baseURL string
	http    *http.Client
}

// NewOrderClient returns a client for the order-service at baseURL.
func NewOrderClient(baseURL string) *OrderClient {
	return &OrderClient{baseURL: baseURL, http: &http.Client{}}
}

// Recent returns the last orders of a user, newest first.
func (c *OrderClient) Recent(ctx context.Context, userID string) ([]Order, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.baseURL+"/orders?user="+url.QueryEscape(userID), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("order-service: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("order-service: %s", resp.Status)
	}
	var orders []Order
	if err := json.NewDecoder(resp.Body).Decode(&orders); err != nil {
		return nil, fmt.Errorf("order-service: %w", err)
	}
	return orders, nil
}

// StockClient talks to stock-service.
type StockClient struct {
	baseURL string
}

// Get returns how much of a SKU is left.
func (c *StockClient) Get(sku string) (Stock, error) {
	var s Stock
	if err := getJSON(c.baseURL+"/stock/"+url.PathEscape(sku), &s); err != nil {
		return Stock{}, fmt.Errorf("stock-service: %w", err)
	}
	return s, nil
}

// RecommendClient talks to recommend-service.
type RecommendClient struct {
	baseURL string
	retries int
}

// For returns products that a user may like. The service restarts often, so it is tried a few times.
func (c *RecommendClient) For(userID string) ([]Product, error) {
	ctx := context.Background()
	var lastErr error
	for i := 0; i <= c.retries; i++ {
		products, err := c.fetch(ctx, userID)
		if err == nil {
			return products, nil
		}
		lastErr = err
		time.Sleep(500 * time.Millisecond)
	}
	return nil, fmt.Errorf("recommend-service: giving up: %w", lastErr)
}

func (c *RecommendClient) fetch(ctx context.Context, userID string) ([]Product, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.baseURL+"/recommendations?user="+url.QueryEscape(userID), nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("unexpected status %s", resp.Status)
	}
	var products []Product
	return products, json.NewDecoder(resp.Body).Decode(&products)
}

// NotifyClient talks to notify-service.
type NotifyClient struct {
	baseURL string
}

// Unread returns the number of unread notifications.
func (c *NotifyClient) Unread(userID string) (int, error) {
	var counts struct {
		Unread int `json:"unread"`
	}
	if err := getJSON(c.baseURL+"/notifications/count?user="+url.QueryEscape(userID), &counts); err != nil {
		return 0, fmt.Errorf("notify-service: %w", err)
	}
	return counts.Unread, nil
}

// Seen tells notify-service that the user has opened the dashboard.
func (c *NotifyClient) Seen(ctx context.Context, userID string) error {
	body, err := json.Marshal(map[string]string{"user": userID})
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, c.baseURL+"/notifications/seen", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if id, ok := ctx.Value(requestIDKey{}).(string); ok {
		req.Header.Set("X-Request-Id", id)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("notify-service: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("notify-service: %s", resp.Status)
	}
	return nil
}

func getJSON(url string, v any) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
