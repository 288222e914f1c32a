package rawcall

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/fallback"
)

// In what Do is given.
func guarded(ctx context.Context, db *sql.DB) (int, error) {
	return downstream.Do(ctx, orders, func(ctx context.Context) (n int, err error) {
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
		return n, err
	})
}

// … by name.
type store struct{ db *sql.DB }

func (s *store) count(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}

func (s *store) byName(ctx context.Context) (int, error) { return downstream.Do(ctx, orders, s.count) }

// … with a fallback.
func (s *store) orNone(ctx context.Context) (n int, err error) {
	n, _, err = downstream.DoOr(ctx, orders, func(ctx context.Context) (n int, err error) {
		err = s.db.QueryRowContext(ctx, "SELECT 1").Scan(&n)
		return n, err
	}, fallback.Value(0))
	return n, err
}

// Parts of an answer.
func (s *store) page(ctx context.Context) (int, error) {
	g := aggregate.New(ctx)
	n := aggregate.Require(g, orders, func(ctx context.Context) (n int, err error) {
		err = s.db.QueryRowContext(ctx, "SELECT 2").Scan(&n)
		return n, err
	})
	if err := g.Wait(); err != nil {
		return 0, err
	}
	return n.Value(), nil
}

// A client that sends through the guard.
var client = &http.Client{Transport: orders.RoundTripper(nil)}

func sent(url string) error {
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type api struct{ http *http.Client }

func newAPI() *api {
	return &api{http: &http.Client{Transport: orders.RoundTripper(http.DefaultTransport)}}
}

func (a *api) get(url string) error {
	resp, err := a.http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A request that is built goes nowhere yet.
func built(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
}

// The house's own wrapper, by a directive.
//
//budgetlint:downstream name=house
func house(req *http.Request) (*http.Response, error) { return http.DefaultClient.Do(req) }

func throughHouse(req *http.Request) (*http.Response, error) { return house(req) }

// When the program starts.
func main() {
	if resp, err := http.Get("http://config.example"); err == nil {
		resp.Body.Close()
	}
}
