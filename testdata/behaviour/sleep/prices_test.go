package sleep

import (
	"context"
	"net/http"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

func prices(n *drive.Net) *Prices {
	return &Prices{DB: n.DB(), HTTP: &http.Client{Transport: drive.HTTP{Net: n}, Timeout: time.Minute}}
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Cents", Calls: []string{"SELECT cents FROM prices"}, Again: true, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Cents(ctx, "hat") },
		},
		drive.Func{
			Name: "Load", Calls: []string{"GET /prices/hat"}, Again: true, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				price, p, ids, err := prices(n).Load(ctx, "hat")
				return []any{price, p != nil, ids}, err
			},
		},
		drive.Func{
			Name: "Save", Calls: []string{"UPDATE prices"}, Again: true, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Save(ctx, Price{"hat", 7}) },
		},
		drive.Func{
			Name: "Until", Calls: []string{"GET /prices/hat"}, Again: true, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return Until(ctx, prices(n), "/prices/hat", func(p Price) string { return p.ID })
			},
		},
		drive.Func{
			Name: "Locked, twice", Calls: []string{"SELECT cents FROM prices"}, Again: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				p := prices(n)
				_, first := p.Locked(ctx, "hat")
				cents, err := p.Locked(context.WithoutCancel(ctx), "hat")
				return []any{first, cents}, err
			},
		},
		drive.Func{
			Name: "Alone", Calls: []string{"SELECT cents FROM prices"}, Again: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				p := prices(n)
				cents, err := p.Alone(ctx, "hat")
				return []int{cents, p.DB.Stats().InUse}, err
			},
		},
		drive.Func{
			Name: "Status", Calls: []string{"HEAD /status"}, Again: true, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return prices(n).Status(ctx) },
		},
		drive.Func{
			Name: "Change", Calls: []string{"UPDATE prices"}, Again: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				p := prices(n)
				err := p.Change(ctx, Price{"hat", 7})
				return p.DB.Stats().InUse, err
			},
		},
		drive.Func{
			Name: "Note", Calls: []string{"UPDATE prices"}, Again: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, prices(n).Note(ctx, Price{"hat", 7}) },
		},
	)
}
