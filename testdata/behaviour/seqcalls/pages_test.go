package seqcalls

import (
	"context"
	"net/http"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

type services struct{ n *drive.Net }

func (s services) GetUser(ctx context.Context, id string) (*User, error) {
	if err := s.n.Call(ctx, "user"); err != nil {
		return nil, err
	}
	return &User{ID: id, Address: "at home"}, nil
}

func (s services) ListOrders(ctx context.Context, user string) ([]Order, error) {
	return []Order{{"1 of " + user}, {"2 of " + user}}, s.n.Call(ctx, "orders")
}

func (s services) GetOrder(ctx context.Context, id string) (Order, error) {
	return Order{id}, s.n.Call(ctx, "order")
}

func (s services) GetStock(ctx context.Context, article string) (int, bool, error) {
	return len(article), true, s.n.Call(ctx, "stock")
}

func (s services) ProbeStock(ctx context.Context, article string) error {
	return s.n.Call(ctx, "check "+article)
}

func pages(n *drive.Net) *Pages {
	s := services{n}
	return &Pages{s, s, s, &http.Client{Transport: drive.HTTP{Net: n}, Timeout: time.Minute}}
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Front", Calls: []string{"user", "orders", "stock"}, Faster: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				f, err := pages(n).Front(ctx, "ann", "hat")
				if f == nil {
					return nil, err
				}
				return *f, err
			},
		},
		drive.Func{
			Name: "Banner", Calls: []string{"order", "user"}, Faster: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return pages(n).Banner(ctx, "ann") },
		},
		drive.Func{
			Name: "Parcel", Calls: []string{"order", "user", "stock"}, Faster: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return pages(n).Parcel(ctx, "7") },
		},
		drive.Func{
			Name: "Ready", Calls: []string{"check hat", "check coat"}, Faster: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, pages(n).Ready(ctx, "hat", "coat") },
		},
		drive.Func{
			Name: "Remote", Calls: []string{"GET /prices/7", "GET /rates/eur"}, Faster: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return pages(n).Remote(ctx) },
		},
		drive.Func{
			Name: "Form", Calls: []string{"orders", "stock"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				f, err := pages(n).Form(ctx, "ann")
				if f == nil {
					return nil, err
				}
				return *f, err
			},
		},
		drive.Func{
			Name: "Files", Calls: []string{"GET /files/a", "GET /files/b"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				a, b, err := pages(n).Files(ctx)
				if err != nil {
					return nil, err
				}
				x, err := a.Text()
				if err != nil {
					return nil, err
				}
				y, err := b.Text()
				return x + y, err
			},
		},
		drive.Func{
			Name: "Fill", Calls: []string{"orders", "stock"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				page := &Front{Name: "ann"}
				err := pages(n).Fill(ctx, page)
				time.Sleep(time.Minute) // what goes on behind our back shows
				return *page, err
			},
		},
		drive.Func{
			Name: "Parts", Calls: []string{"user", "order"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				page := &Parts{}
				err := pages(n).Parts(ctx, page)
				time.Sleep(time.Minute)
				return *page, err
			},
		},
	)
}
