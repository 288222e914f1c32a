// Package loops asks for many things, one after another.
package loops

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

type PriceClient interface {
	GetPrice(ctx context.Context, article string) (cents int, err error)
	GetRate(ctx context.Context, article string) (rate int, currency string, err error)
}

// Prices asks a service for one article at a time.
type Prices struct {
	Client   PriceClient
	Articles []string
}

type Line struct {
	Article string
	Cents   int
}

// List wraps the error of the article that has no price.
func (p *Prices) List(ctx context.Context, articles []string) ([]Line, error) {
	var lines []Line
	for _, a := range articles {
		cents, err := p.Client.GetPrice(ctx, a)
		if err != nil {
			return lines, fmt.Errorf("price of %s: %w", a, err) // with what is there so far
		}
		lines = append(lines, Line{a, cents})
	}
	return lines, nil
}

// Known leaves out what has no price, up to a point.
func (p *Prices) Known(ctx context.Context) (lines []Line, err error) {
	var missing []error
	for i, a := range p.Articles {
		cents, err := p.Client.GetPrice(ctx, prefix(a))
		if err != nil {
			missing = append(missing, fmt.Errorf("%d: %w", i, err))
			if len(missing) > 1 {
				return nil, errors.Join(missing...)
			}
			continue
		}
		lines = append(lines, Line{a, cents})
	}
	return lines, errors.Join(missing...)
}

func prefix(article string) string { return "sale of " + article }

// Fill writes each price where its article is.
func (p *Prices) Fill(ctx context.Context, lines []Line) (err error) {
	for i := range lines {
		if lines[i].Cents, err = p.Client.GetPrice(ctx, lines[i].Article); err != nil {
			return err
		}
	}
	return nil
}

// Rates counts by hand, and makes a map.
func (p *Prices) Rates(ctx context.Context, articles []string) (map[string]string, error) {
	rates := map[string]string{}
	for i := 0; i < len(articles); i++ {
		rate, currency, err := p.Client.GetRate(ctx, articles[i])
		if err != nil {
			return nil, fmt.Errorf("rate of %s: %w", articles[i], err)
		}
		rates[articles[i]] = fmt.Sprint(rate, currency)
	}
	return rates, nil
}

// Chain may not change: each round asks with what the last one found.
func (p *Prices) Chain(ctx context.Context, articles []string) (all []int, err error) {
	last := 0
	for _, a := range articles {
		last, err = p.Client.GetPrice(ctx, fmt.Sprint(a, last))
		if err != nil {
			return nil, err
		}
		all = append(all, last)
	}
	return all, nil
}

type Question struct{ Article, Kind string }

// Ask makes a question for each article, and has a name of its own for it.
func (p *Prices) Ask(ctx context.Context, articles []string) (all map[string]int, err error) {
	all = map[string]int{}
	for _, a := range articles {
		q := &Question{Article: a, Kind: "price"}
		name := strings.ToUpper(a)
		n, err := p.answer(ctx, q)
		if err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		all[name] = n
	}
	return all, nil
}

func (p *Prices) answer(ctx context.Context, q *Question) (int, error) {
	return p.Client.GetPrice(ctx, q.Kind+" "+q.Article)
}
