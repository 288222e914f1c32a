// Package seqcalls serves the shop's pages.
package seqcalls

import (
	"context"
	"fmt"

	"seqcalls/shop"
)

// Page is what the front page shows.
type Page struct {
	User   *shop.User
	Orders []shop.Order
	Stock  int
}

// Pages makes pages out of what the services say.
type Pages struct{ shop *shop.Client }

// Front asks three services that know nothing of each other.
func (p *Pages) Front(ctx context.Context, user, item string) (*Page, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return nil, fmt.Errorf("user %s: %w", user, err)
	}
	orders, err := p.shop.Orders(ctx, user) // want `3 calls wait one after another although none needs another: p.shop.User, p.shop.Orders, p.shop.Stock; together they take the sum of their times, in parallel the longest; path: shop.Client.do \(shop.go:\d+\) → \(\*http.Client\).Do \(seqcalls\)`
	if err != nil {
		return nil, fmt.Errorf("orders of %s: %w", user, err)
	}
	stock, err := p.shop.Stock(ctx, item)
	if err != nil {
		return nil, err
	}
	return &Page{User: u, Orders: orders, Stock: stock}, nil
}
