package seqcalls

import (
	"context"
	"database/sql"
	"net"
	"time"
)

// PriceClient is implemented out of sight.
type PriceClient interface {
	GetPrice(ctx context.Context, item string) (int, error)
	SetPrice(ctx context.Context, item string, cents int) error
}

// ReviewsClient likewise.
type ReviewsClient interface {
	ListReviews(ctx context.Context, item string) ([]string, error)
}

// ItemRepository is treated like SQL.
type ItemRepository interface {
	FindItem(ctx context.Context, id string) (string, error)
	FindOwner(ctx context.Context, id string) (string, error)
}

type catalog struct {
	prices  PriceClient
	reviews ReviewsClient
	items   ItemRepository
}

func (c *catalog) detail(ctx context.Context, item string) (int, []string, error) {
	price, err := c.prices.GetPrice(ctx, item)
	if err != nil {
		return 0, nil, err
	}
	reviews, err := c.reviews.ListReviews(ctx, item) // want `2 calls \(probably remote\) wait .*: c.prices.GetPrice, c.reviews.ListReviews;`
	if err != nil {
		return 0, nil, err
	}
	return price, reviews, nil
}

// UserService may be a module of the same program, over the same database.
type UserService interface {
	GetUser(ctx context.Context, id string) (string, error)
	GetProfile(ctx context.Context, id string) (string, error)
}

func user(ctx context.Context, s UserService, id string) (string, error) {
	name, err := s.GetUser(ctx, id)
	if err != nil {
		return "", err
	}
	profile, err := s.GetProfile(ctx, id)
	if err != nil {
		return "", err
	}
	return name + profile, nil
}

// A wrapper of a call that is probably remote: what it wraps cannot be seen from here.
func (c *catalog) cents(ctx context.Context, item string) (int, error) {
	return c.prices.GetPrice(ctx, item)
}

func (c *catalog) both(ctx context.Context, a, b string) (int, error) {
	x, err := c.cents(ctx, a)
	if err != nil {
		return 0, err
	}
	y, err := c.cents(ctx, b)
	if err != nil {
		return 0, err
	}
	return x + y, nil
}

// A write in between, seen through a wrapper.
func (c *catalog) raise(ctx context.Context, item string) error {
	return c.prices.SetPrice(ctx, item, 100)
}

func (c *catalog) okRaised(ctx context.Context, item string) (int, error) {
	reviews, err := c.reviews.ListReviews(ctx, item)
	if err != nil {
		return 0, err
	}
	if err := c.raise(ctx, item); err != nil {
		return 0, err
	}
	price, err := c.prices.GetPrice(ctx, item)
	return price + len(reviews), err
}

func (c *catalog) okRepository(ctx context.Context, id string) (string, error) {
	item, err := c.items.FindItem(ctx, id)
	if err != nil {
		return "", err
	}
	owner, err := c.items.FindOwner(ctx, id)
	return item + owner, err
}

// Backend is implemented here: what its implementations reach decides.
type Backend interface {
	HealthCheck(ctx context.Context) string
}

type dbBackend struct{ db *sql.DB }

func (b dbBackend) HealthCheck(ctx context.Context) string {
	if b.db.PingContext(ctx) != nil {
		return "down"
	}
	return "up"
}

type tcpBackend struct{ addr string }

func (b tcpBackend) HealthCheck(ctx context.Context) string {
	d := net.Dialer{Timeout: time.Second}
	c, err := d.DialContext(ctx, "tcp", b.addr)
	if err != nil {
		return "down"
	}
	c.Close()
	return "up"
}

type health struct{ store, queue Backend }

// One call behind x != nil counts as that call.
func (h *health) all(ctx context.Context) map[string]string {
	out := map[string]string{}
	if h.store != nil {
		out["store"] = h.store.HealthCheck(ctx)
	}
	if h.queue != nil {
		out["queue"] = h.queue.HealthCheck(ctx) // want `2 calls wait`
	}
	return out
}
