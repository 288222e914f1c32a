package seqcalls_runtime

import (
	"context"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"

	"seqcalls_runtime/shop"
)

var (
	users  = downstream.New("user-service", downstream.Config{Timeout: time.Second, Core: true})
	orders = downstream.New("order-service", downstream.Config{Timeout: time.Second})
	points = downstream.New("point-service", downstream.Config{Timeout: time.Second, Degradable: true})
)

// Home knows its downstreams: the configuration gives the calls their names.
func (p *Pages) Home(ctx context.Context, user string) (*Page, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return nil, err
	}
	list, err := p.shop.Orders(ctx, user) // want `3 calls wait`
	if err != nil {
		return nil, fmt.Errorf("orders of %s: %w", user, err)
	}
	n, err := p.shop.Points(ctx, user)
	if err != nil {
		return nil, err
	}
	return &Page{User: u, Orders: list, Stock: n}, nil
}

// hidden has a variable before the downstream's: pool.All.
func (p *Pages) hidden(ctx context.Context, users []string) (*Page, error) {
	u, err := p.shop.User(ctx, users[0])
	if err != nil {
		return nil, err
	}
	list, err := p.shop.Orders(ctx, users[0]) // want `2 calls wait`
	if err != nil {
		return nil, err
	}
	return &Page{User: u, Orders: list}, nil
}

// guarded calls ask their downstream themselves: a group would ask it twice.
func (p *Pages) guarded(ctx context.Context, user string) (*Page, error) {
	u, err := p.user(ctx, user)
	if err != nil {
		return nil, err
	}
	list, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return nil, err
	}
	return &Page{User: u, Orders: list}, nil
}

//budgetlint:downstream name=user-service core read
func (p *Pages) user(ctx context.Context, id string) (*shop.User, error) {
	return downstream.Do(ctx, users, func(ctx context.Context) (*shop.User, error) { return p.shop.User(ctx, id) })
}
