package effect_test

import (
	"maps"
	"testing"

	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

// What a function changes is known in the package that calls it.
func TestFacts(t *testing.T) {
	pkgs := linttest.Module(t, map[string]string{
		"cart/cart.go": `// Package cart holds things.
package cart

import "context"

type Cart struct{ Items []string; Total int }

var last *Cart

// Load fills.
func Load(c *Cart, items ...string) { c.Items = append(c.Items, items...) }

// Sum looks.
func Sum(c *Cart) int { return c.Total + len(c.Items) }

// Keep changes the package.
func Keep(c *Cart) { last = c }

type StockClient interface {
	GetStock(ctx context.Context, id string) (int, error)
	SetStock(ctx context.Context, id string, n int) error
}

// Ask asks.
func Ask(ctx context.Context, s StockClient) (int, error) { return s.GetStock(ctx, "x") }

// Tell tells.
func Tell(ctx context.Context, s StockClient) error { return s.SetStock(ctx, "x", 1) }
`,
		"m.go": `package m

import (
	"context"

	"example.com/m/cart"
)

func loaded(ctx context.Context, s, t cart.StockClient) (c cart.Cart) {
	a, _ := s.GetStock(ctx, "a")
	cart.Load(&c, "a")
	b, _ := t.GetStock(ctx, c.Items[0])
	c.Total = a + b
	return c
}

func asked(ctx context.Context, s, t cart.StockClient) (c cart.Cart) {
	a, _ := cart.Ask(ctx, s)
	_ = cart.Sum(&c)
	b, _ := t.GetStock(ctx, "b")
	c.Total = a + b
	return c
}

func told(ctx context.Context, s, t cart.StockClient) (c cart.Cart) {
	a, _ := s.GetStock(ctx, "a")
	_ = cart.Tell(ctx, s)
	b, _ := t.GetStock(ctx, "b")
	c.Total = a + b
	return c
}
`,
	})
	linttest.FactsHold(t, pass, pkgs, 4)
	got := map[string]string{}
	for _, w := range linttest.Result(t, pass(), pkgs, "example.com/m").(*effect.Result).Waves {
		got[w.In.Name()] = names(w.Calls)
	}
	want := map[string]string{"loaded": "GetStock GetStock", "asked": "Ask GetStock"}
	if !maps.Equal(got, want) {
		t.Errorf("waves %v, want %v", got, want)
	}
}
