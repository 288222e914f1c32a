// Package seqloop shows what is in a cart, asking for one article after the other.
package seqloop

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

type Price struct {
	Article string
	Cents   int
}

type PriceClient interface {
	GetPrice(ctx context.Context, article string) (*Price, error)
	GetStock(ctx context.Context, article string) (int, error)
}

type Cart struct{ Prices PriceClient }

// Total appends in order, wraps errors, and stops at the first one.
func (c *Cart) Total(ctx context.Context, articles []string) (list []*Price, sum int, err error) {
	for i, a := range articles {
		price, err := c.Prices.GetPrice(ctx, a)
		if err != nil {
			return list, sum, fmt.Errorf("article %d: %w", i+1, err)
		}
		// Both are in the order of the cart.
		list = append(list, price)
		sum += price.Cents
	}
	return list, sum, nil
}

// List is Total without the sum, with results that nobody names.
func (c *Cart) List(ctx context.Context, articles []string) ([]*Price, error) {
	var list []*Price
	for i, a := range articles {
		price, err := c.Prices.GetPrice(ctx, a)
		if err != nil {
			return list, fmt.Errorf("article %d: %w", i+1, err)
		}
		list = append(list, price)
	}
	return list, nil
}

// Lines leaves out what cannot be had.
func (c *Cart) Lines(ctx context.Context, articles []string) string {
	var b strings.Builder
	for _, a := range articles {
		price, err := c.Prices.GetPrice(ctx, a)
		if err != nil {
			fmt.Fprintf(&b, "%s: %v\n", a, err)
			continue
		}
		fmt.Fprintln(&b, a, price.Cents)
	}
	return b.String()
}

// Stock fills a map, by index.
func (c *Cart) Stock(ctx context.Context, articles []string) (map[string]int, error) {
	out := make(map[string]int, len(articles))
	for i := 0; i < len(articles); i++ {
		left, err := c.Prices.GetStock(ctx, articles[i])
		if err != nil {
			return nil, err
		}
		out[articles[i]] = left
	}
	return out, nil
}

// Check joins all errors.
func (c *Cart) Check(ctx context.Context, articles []string) error {
	var all []error
	for _, a := range articles {
		if _, err := c.Prices.GetStock(ctx, a); err != nil {
			all = append(all, fmt.Errorf("%s: %w", a, err))
		}
	}
	return errors.Join(all...)
}

// Fill puts the prices into the caller's lines. Those after one that failed stay empty.
func (c *Cart) Fill(ctx context.Context, lines []*Price) error {
	for _, line := range lines {
		if err := c.fill(ctx, line); err != nil {
			return fmt.Errorf("%s: %w", line.Article, err)
		}
	}
	return nil
}

func (c *Cart) fill(ctx context.Context, line *Price) error {
	price, err := c.Prices.GetPrice(ctx, line.Article)
	if err != nil {
		return err
	}
	line.Cents = price.Cents
	return nil
}

// First ends at the first article that is there: no later one is asked for.
func (c *Cart) First(ctx context.Context, articles []string) (string, error) {
	for _, a := range articles {
		left, err := c.Prices.GetStock(ctx, a)
		if err != nil {
			return "", err
		}
		if left > 0 {
			return a, nil
		}
	}
	return "", errors.New("nothing left")
}
