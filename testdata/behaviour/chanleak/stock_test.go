package chanleak

import (
	"context"
	"slices"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

type service struct{ n *drive.Net }

func (s service) GetStock(ctx context.Context, article string) (int, error) {
	if err := s.n.Call(ctx, article); err != nil {
		return 0, err
	}
	return 7, nil
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Until", Calls: []string{"hat"}, Meant: drive.Leak,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return (&Stock{service{n}}).Until(ctx, "hat") },
		},
		drive.Func{
			Name: "Within", Calls: []string{"hat"}, Meant: drive.Leak,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return (&Stock{service{n}}).Within(ctx, "hat", 1500*time.Millisecond)
			},
		},
		drive.Func{
			Name: "Either", Calls: []string{"hat"}, Meant: drive.Leak,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return (&Stock{service{n}}).Either(ctx, "hat") },
		},
		drive.Func{
			Name: "First", Calls: []string{"north", "south", "west"}, Meant: drive.Leak, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				shops := slices.Repeat([]string{"north"}, 20) // more than any limit
				return (&Stock{service{n}}).First(ctx, append(shops, "south", "west"))
			},
		},
	)
}
