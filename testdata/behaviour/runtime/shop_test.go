package runtime

import (
	"context"
	"testing"

	"example.com/behaviour/internal/drive"
)

type client struct{ n *drive.Net }

func (c client) GetStock(ctx context.Context, article string) (int, error) {
	if err := c.n.Call(ctx, article); err != nil {
		return 0, err
	}
	return len(article), nil
}

func (c client) ProbeStock(ctx context.Context, article string) error { return c.n.Call(ctx, article) }

// articles are more than the fixes have under way at a time.
var articles = []string{"hat", "coat", "scarf", "glove", "sock", "shoe", "shirt", "belt", "tie", "bag"}

func Test(t *testing.T) {
	shop := func(n *drive.Net) *Shop { return &Shop{client{n}, 3} }
	some := []string{"hat", "coat", "bag"}
	drive.Run(t,
		drive.Func{Name: "List", Calls: some, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return shop(n).List(ctx, articles)
		}},
		drive.Func{Name: "List of nothing", Do: func(ctx context.Context, n *drive.Net) (any, error) {
			list, err := shop(n).List(ctx, nil)
			return list == nil, err
		}},
		drive.Func{Name: "Slots", Calls: some, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return shop(n).Slots(ctx, articles)
		}},
		drive.Func{Name: "No slots", Do: func(ctx context.Context, n *drive.Net) (any, error) {
			list, err := shop(n).Slots(ctx, nil)
			return list == nil, err
		}},
		drive.Func{Name: "Some", Calls: []string{"some hat", "some coat", "some bag"}, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return shop(n).Some(ctx, articles)
		}},
		drive.Func{Name: "Check", Calls: some, Faster: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return nil, shop(n).Check(ctx, articles)
		}},
		drive.Func{Name: "Sum", Calls: some, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			if sum, err := shop(n).Sum(ctx, articles); err == nil {
				return sum, nil
			} else {
				return 0, err
			}
		}},
		drive.Func{Name: "Insist", Calls: []string{"hat"}, Again: true, Meant: drive.Cancel, Random: true, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return shop(n).Insist(ctx, "hat")
		}},
	)
}
