// Package nodeadline_levels shows what is fixed without asking where the configuration says how long a call may take.
package nodeadline_levels

import (
	"context"
	"database/sql"
	"net"
	"net/http"

	"nodeadline/call"
	"nodeadline/stockpb"

	"example.com/maps"
)

func safeRoot(c stockpb.StockClient) error {
	_, err := c.GetStock(context.Background(), &stockpb.Item{}) // want `carries no deadline`
	return err
}

func safeRows(db *sql.DB) (n int, err error) {
	rows, err := db.QueryContext(context.Background(), "SELECT 1") // want `carries no deadline`
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

func safeClient(url string) (*http.Response, error) {
	hc := &http.Client{} // want `http.Client without Timeout`
	return hc.Get(url)
}

func safeDial(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial takes no context`
}

func safeHandler(w http.ResponseWriter, r *http.Request) {
	call.Level(r.Context(), client, "1") // want `carries no deadline`
}

var client stockpb.StockClient

// A directive knows better than the configuration.
//
//budgetlint:downstream name=ledger timeout=400ms
func book(ctx context.Context, amount int) error { return nil }

func safeDirective() error {
	return book(context.Background(), 1) // want `carries no deadline`
}

// Handlers in which the context is taken once need no new request.
func safeTaken(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context() // want `carries no deadline`
	call.Level(ctx, client, "1")
}

// A wrapper may keep the context.
func askWrapper(c stockpb.StockClient) {
	call.Level(context.Background(), c, "1") // want `carries no deadline`
}

// Several calls share the time.
func askShared(c stockpb.StockClient) {
	ctx := context.Background() // want `carries no deadline`
	c.GetStock(ctx, &stockpb.Item{})
	c.GetStock(ctx, &stockpb.Item{})
}

// Another client takes the place of the default one.
func askGet(url string) (*http.Response, error) {
	return http.Get(url) // want `takes no context`
}

func askDefault(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout`
}

// Foreign code may stream.
func askHanded() *maps.Client {
	return maps.New(&http.Client{}) // want `maps.New will use it`
}

// Another method is called.
func askSQL(db *sql.DB) error {
	_, err := db.Exec("DELETE FROM x") // want `takes no context`
	return err
}
