package ctxdrop

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"testing"
	"time"

	"example.com/behaviour/internal/drive"
)

func orders(n *drive.Net) *Orders {
	return &Orders{n.DB(), &http.Client{Transport: drive.HTTP{Net: n}}, func(error) {}}
}

// count reads rows as their user does: a little later.
func count(rows *sql.Rows) (n int, err error) {
	defer rows.Close()
	time.Sleep(time.Millisecond)
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

func Test(t *testing.T) {
	drive.Run(t,
		drive.Func{
			Name: "Count", Calls: []string{"SELECT left, right FROM orders"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return orders(n).Count(ctx, "ann") },
		},
		drive.Func{
			Name: "Rows", Calls: []string{"PING", "SELECT left FROM orders"}, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				rows, err := orders(n).Rows(ctx, "ann")
				if err != nil {
					return nil, err
				}
				return count(rows)
			},
		},
		drive.Func{
			Name: "Fetch", Calls: []string{"PING", "GET /files/7"}, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				resp, err := orders(n).Fetch(ctx, "7")
				if err != nil {
					return nil, err
				}
				time.Sleep(time.Millisecond)
				text, err := io.ReadAll(resp.Body)
				return string(text), err
			},
		},
		drive.Func{
			Name: "Book", Calls: []string{"BEGIN", "INSERT order", "UPDATE stock", "COMMIT"}, Deaf: []string{"COMMIT"}, Meant: drive.Cancel, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return nil, orders(n).Book(ctx, "ann") },
		},
		drive.Func{
			Name: "Price", Calls: []string{"GET /prices/hat"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return orders(n).Price(ctx, "http://api.example.com", "hat")
			},
		},
		drive.Func{
			Name: "Price of a wrong address",
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return orders(n).Price(ctx, "http://api example.com:port", "hat")
			},
		},
		drive.Func{
			Name: "Page", Calls: []string{"GET /pages/7"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				resp, err := orders(n).Page(ctx, "7")
				if err != nil {
					return nil, err
				}
				text, err := io.ReadAll(resp.Body)
				return string(text), err
			},
		},
		drive.Func{
			Name:  "Tell",
			Calls: []string{"POST /told/7 application/x-www-form-urlencoded text=hello+you", "POST /log text/plain hello you"},
			Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				return nil, orders(n).Tell(ctx, "7", "hello you")
			},
		},
		drive.Func{
			Name: "Head", Calls: []string{"HEAD /orders/7"}, Meant: drive.Cancel,
			Do: func(ctx context.Context, n *drive.Net) (any, error) { return orders(n).Head(ctx, "7") },
		},
		drive.Func{
			Name: "Both", Calls: []string{"GET /a/1", "GET /b/2", "GET /after/{"}, Meant: drive.Cancel, Alone: true,
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				x, y, err := orders(n).Both(ctx, "1", "2")
				return []string{x, y}, err
			},
		},
		drive.Func{
			Name: "Some", Calls: []string{"GET /a/1", "GET /b/2"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				x, y := orders(n).Some(ctx, "1", "2")
				return []string{x, y}, nil
			},
		},
		drive.Func{
			Name: "Rest", Calls: []string{"GET /b/2"}, // a failure of the other one may end this one: both are right
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				x, y := orders(n).Rest(ctx, "1", "2")
				return []string{x, y}, nil
			},
		},
		drive.Func{
			Name: "Iterate", Calls: []string{"SELECT left FROM orders"},
			Do: func(ctx context.Context, n *drive.Net) (any, error) {
				it, err := orders(n).Iterate(ctx, "ann")
				if err != nil {
					return nil, err
				}
				return count(it.Rows)
			},
		},
	)
}
