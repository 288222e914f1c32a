package nodeadline

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"

	"nodeadline/stockpb"
)

// A deferred cancel would end what goes on after the function, or what each round of a loop has to do: no fix.

func download(url string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil) // want `carries no deadline`
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// But here the answer is read before the function returns.
func decode(url string, into any) error {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil) // want `carries no deadline`
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

func cursor(db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(context.Background(), "SELECT 1") // want `carries no deadline`
}

type pages struct{ rows *sql.Rows }

func pageOf(db *sql.DB) *pages {
	rows, _ := db.Query("SELECT 1") // want `takes no context`
	return &pages{rows}
}

func later(db *sql.DB) func() bool {
	rows, _ := db.QueryContext(context.Background(), "SELECT 1") // want `carries no deadline`
	return func() bool { return rows.Next() }
}

func transaction(db *sql.DB) (*sql.Tx, error) {
	return db.BeginTx(context.Background(), nil) // want `carries no deadline`
}

func consume(c stockpb.StockClient, queue <-chan string) {
	ctx := context.Background() // want `carries no deadline`
	for sku := range queue {
		c.GetStock(ctx, &stockpb.Item{Sku: sku})
	}
}

func jump(c stockpb.StockClient) error {
again:
	_, err := c.GetStock(context.Background(), &stockpb.Item{}) // want `carries no deadline`
	if err != nil {
		goto again
	}
	return nil
}

func each(db *sql.DB, ids []int) {
	for _, id := range ids {
		db.Exec("DELETE FROM x WHERE id = $1", id) // want `takes no context`
	}
}
