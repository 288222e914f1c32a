package fanout

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"example.com/behaviour/internal/drive"
)

type service struct{ n *drive.Net }

func (s service) GetStock(ctx context.Context, article string) (int, error) {
	if err := s.n.Call(ctx, article); err != nil {
		return 0, err
	}
	return len(article), nil
}

// articles are more than any limit that a fix would guess.
func articles() (list []string) {
	list = []string{"hat", "coat"}
	for i := range 40 {
		list = append(list, fmt.Sprint("shoe", i))
	}
	return list
}

// many are one article more often than any limit allows.
func many(article string) []string { return slices.Repeat([]string{article}, 20) }

func set(list []string) map[string]bool {
	m := make(map[string]bool)
	for _, a := range list {
		m[a] = true
	}
	return m
}

// count keeps the trace short: most of the errors are none.
func count(errs []error) (n int, first error) {
	for _, err := range errs {
		if err != nil {
			n++
			if first == nil {
				first = err
			}
		}
	}
	return n, first
}

func Test(t *testing.T) {
	calls := []string{"hat", "coat", "shoe39"}
	all := func(name string, alone bool, do func(s *Stock, ctx context.Context) (any, error)) drive.Func {
		return drive.Func{Name: name, Calls: calls, Alone: alone, Do: func(ctx context.Context, n *drive.Net) (any, error) {
			return do(&Stock{service{n}}, ctx)
		}}
	}
	drive.Run(t,
		all("All", true, func(s *Stock, ctx context.Context) (any, error) { return s.All(ctx, articles()) }),
		all("Sum", false, func(s *Stock, ctx context.Context) (any, error) {
			sum, missing := s.Sum(ctx, articles())
			return [2]int{sum, missing}, nil
		}),
		all("Each", false, func(s *Stock, ctx context.Context) (any, error) { return count(s.Each(ctx, articles())) }),
		all("Collect", true, func(s *Stock, ctx context.Context) (any, error) { return s.Collect(ctx, set(articles())) }),
		all("Hands", false, func(s *Stock, ctx context.Context) (any, error) { return s.Hands(ctx, articles()), nil }),
		all("Together", false, func(s *Stock, ctx context.Context) (any, error) { return count(s.Together(ctx, articles())) }),
		all("Held", false, func(s *Stock, ctx context.Context) (any, error) { return s.Held(ctx, articles()), nil }),
		all("Gated", false, func(s *Stock, ctx context.Context) (any, error) { return count(s.Gated(ctx, articles())) }),
		all("Warm", true, func(s *Stock, ctx context.Context) (any, error) {
			s.Warm(ctx, append(many("hat"), "coat", "shoe39"))
			return nil, nil
		}),
		all("Later", true, func(s *Stock, ctx context.Context) (any, error) {
			answers := s.Later(ctx, append(many("hat"), "coat", "shoe39"))
			return cap(answers)-len(answers) >= 0, nil
		}),
		all("Batches", true, func(s *Stock, ctx context.Context) (any, error) {
			return s.Batches(ctx, [][]string{{"hat"}, {"coat", "shoe39"}, articles()[2:41]})
		}),
	)
}
