package seqloop

import (
	"context"
	"fmt"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

type service struct{ n *drive.Net }

func (s service) GetPrice(ctx context.Context, article string) (*Price, error) {
	if err := s.n.Call(ctx, article); err != nil {
		return nil, err
	}
	return &Price{article, 100 * len(article)}, nil
}

func (s service) GetStock(ctx context.Context, article string) (int, error) {
	if err := s.n.Call(ctx, article); err != nil {
		return 0, err
	}
	return len(article), nil
}

// articles are more than any limit that a fix would guess, with one of the named ones at each end.
func articles() []string {
	list := []string{"hat"}
	for i := range 20 {
		list = append(list, fmt.Sprint("shoe", i))
	}
	return append(list, "coat")
}

// prices spells what pointers hide.
func prices(list []*Price) (out []string) {
	for _, p := range list {
		out = append(out, fmt.Sprint(*p))
	}
	return out
}

func Test(t *testing.T) {
	calls := []string{"hat", "shoe0", "coat"}
	drive.Run(t,
		drive.Func{Name: "Total", Calls: calls, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			list, sum, err := (&Cart{service{n}}).Total(ctx, articles())
			return []any{prices(list), sum}, err
		}},
		drive.Func{Name: "List", Calls: calls, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			list, err := (&Cart{service{n}}).List(ctx, articles())
			return prices(list), err
		}},
		drive.Func{Name: "Lines", Calls: calls, Meant: drive.Sooner, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return (&Cart{service{n}}).Lines(ctx, articles()), nil
		}},
		drive.Func{Name: "Stock", Calls: calls, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return (&Cart{service{n}}).Stock(ctx, articles())
		}},
		drive.Func{Name: "Check", Calls: calls, Faster: true, Meant: drive.Sooner, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return nil, (&Cart{service{n}}).Check(ctx, articles())
		}},
		drive.Func{Name: "First", Calls: []string{"hat"}, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return (&Cart{service{n}}).First(ctx, articles())
		}},
		drive.Func{Name: "Fill", Calls: calls, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			var lines []*Price
			for _, a := range articles() {
				lines = append(lines, &Price{Article: a})
			}
			err := (&Cart{service{n}}).Fill(ctx, lines)
			time.Sleep(time.Minute) // what goes on behind our back shows
			return prices(lines), err
		}},
	)
}
