package rawcall

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"
)

var orders = downstream.New("orders", downstream.Config{Timeout: time.Second})

// Past the guard, in every form.
func plain(url string) (*http.Response, error) {
	return http.Get(url) // want `^http.Get goes out past the guard`
}

func query(ctx context.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n) // want `QueryRowContext goes out past the guard`
	return n, err
}

func exec(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE orders SET seen = 1") // want `ExecContext goes out`
	return err
}

func head(client *http.Client, url string) error {
	resp, err := client.Head(url) // want `Head goes out`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func inLoop(client *http.Client, urls []string) {
	for _, u := range urls {
		if resp, err := client.Get(u); err == nil { // want `Get goes out`
			resp.Body.Close()
		}
	}
}

func inGoroutine(client *http.Client, url string) {
	go func() {
		if resp, err := client.Get(url); err == nil { // want `Get goes out`
			resp.Body.Close()
		}
	}()
}

// One guarded, one beside it.
func half(ctx context.Context, db *sql.DB) (n int, err error) {
	n, err = downstream.Do(ctx, orders, func(ctx context.Context) (n int, err error) {
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
		return n, err
	})
	if err != nil {
		return 0, err
	}
	_, err = db.ExecContext(ctx, "UPDATE orders SET seen = 1") // want `ExecContext goes out`
	return n, err
}
