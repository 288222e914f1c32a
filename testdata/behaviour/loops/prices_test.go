package loops

import (
	"context"
	"testing"

	"example.com/behaviour/internal/drive"
)

type client struct{ n *drive.Net }

func (c client) GetPrice(ctx context.Context, article string) (int, error) {
	return len(article), c.n.Call(ctx, article)
}

func (c client) GetRate(ctx context.Context, article string) (int, string, error) {
	return len(article), "EUR", c.n.Call(ctx, article)
}

// articles are more than the fix keeps under way at a time.
var articles = []string{"hat", "coat", "scarf", "glove", "sock", "shoe", "shirt", "belt", "tie", "bag"}

func names(prefix string) (list []string) {
	for _, a := range []int{0, 1, 7, 9} {
		list = append(list, prefix+articles[a])
	}
	return list
}

func Test(t *testing.T) {
	prices := func(n *drive.Net) *Prices { return &Prices{client{n}, articles} }
	drive.Run(t,
		drive.Func{
			Name: "List", Calls: names(""),
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).List(ctx, articles) },
		},
		drive.Func{
			Name: "List of nothing",
			Do:   func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).List(ctx, nil) },
		},
		drive.Func{
			Name: "Known", Meant: drive.Sooner, Calls: names("sale of "),
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Known(ctx) },
		},
		drive.Func{
			Name: "Fill", Calls: names(""),
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				var lines []Line
				for _, a := range articles {
					lines = append(lines, Line{Article: a, Cents: -1})
				}
				err := prices(n).Fill(ctx, lines)
				return lines, err
			},
		},
		drive.Func{
			Name: "Rates", Calls: names(""),
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Rates(ctx, articles) },
		},
		drive.Func{
			Name: "Ask", Calls: names("price "),
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Ask(ctx, articles) },
		},
		drive.Func{
			Name: "Chain", Calls: []string{"hat0", "coat4"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return prices(n).Chain(ctx, []string{"hat", "coat"})
			},
		},
	)
}
