package seqcalls

import (
	"context"
	"net/http"
)

type options struct{ stock bool }

// A local function asks both times; what else the declaration does is not its business.
func (p *Pages) Local(ctx context.Context, user string) (int, error) {
	count := func(id string) (int, error) {
		orders, err := p.shop.Orders(ctx, id)
		return len(orders), err
	}
	a, err := count(user)
	if err != nil {
		return 0, err
	}
	b, err := count("all") // want `2 calls wait .*: count, count;`
	if err != nil {
		return 0, err
	}
	return a + b, p.shop.Charge(ctx, user, a)
}

// A local function that keeps what it was told.
func (p *Pages) okLocalKeeps(ctx context.Context, user string) (int, error) {
	last := ""
	count := func(id string) (int, error) {
		orders, err := p.shop.Orders(ctx, id+last)
		if len(orders) > 0 {
			last = orders[0].ID
		}
		return len(orders), err
	}
	a, err := count(user)
	if err != nil {
		return 0, err
	}
	b, err := count("all")
	return a + b, err
}

// A flag of the request decides about one call; an earlier result would be a dependency.
func (p *Pages) Optional(ctx context.Context, user, item string, opts options) (page Page, err error) {
	page.User, err = p.shop.User(ctx, user)
	if err != nil {
		return page, err
	}
	if opts.stock {
		page.Stock, err = p.shop.Stock(ctx, item) // want `2 calls wait`
		if err != nil {
			return page, err
		}
	}
	return page, nil
}

func (p *Pages) okOptional(ctx context.Context, user, item string) (page Page, err error) {
	page.User, err = p.shop.User(ctx, user)
	if err != nil {
		return page, err
	}
	if page.User.Name != "" {
		page.Stock, err = p.shop.Stock(ctx, item)
	}
	return page, err
}

// prices answers within a time that is said.
//
//budgetlint:downstream name=prices read timeout=500ms
func prices(ctx context.Context, item string) (int, error) { return 0, ctx.Err() }

//budgetlint:downstream name=reviews read timeout=800ms
func reviews(ctx context.Context, item string) (int, error) { return 0, ctx.Err() }

func timed(ctx context.Context, item string) (int, error) {
	a, err := prices(ctx, item)
	if err != nil {
		return 0, err
	}
	b, err := reviews(ctx, item) // want `2 calls wait .*: prices, reviews; 500ms \+ 800ms = 1.3s at worst, in parallel 800ms`
	if err != nil {
		return 0, err
	}
	return a + b, nil
}

// Both in one statement.
func statuses(c *http.Client, a, b string) []int {
	return []int{status(c, a), status(c, b)} // want `2 calls wait`
}

func status(c *http.Client, url string) int {
	resp, err := c.Head(url)
	if err != nil {
		return 0
	}
	return resp.StatusCode
}
