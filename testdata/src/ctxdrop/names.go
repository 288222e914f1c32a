package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// pctx has been ended by then.
func ended(ctx context.Context, db *sql.DB) error {
	pctx, cancel := context.WithTimeout(ctx, time.Second)
	err := db.PingContext(pctx)
	cancel()
	if err != nil {
		return err
	}
	_, err = db.Exec("DELETE FROM carts") // want `so ctx cannot end it`
	return err
}

// Where the call is, ctx is something else: no fix.
func hidden(ctx context.Context, db *sql.DB, tables []string) error {
	for _, ctx := range tables {
		if _, err := db.Exec("DELETE FROM " + ctx); err != nil { // want `so ctx cannot end it`
			return err
		}
	}
	return nil
}

// The rows would be over with qctx, which ends with this function: no fix.
func handedOut(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	qctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := db.PingContext(qctx); err != nil {
		return nil, err
	}
	return db.Query("SELECT 1") // want `so qctx cannot end it`
}

// The first argument is the receiver, and f has no name to change: no fix.
func expressions(ctx context.Context, db *sql.DB) error {
	f := db.Ping
	if err := f(); err != nil { // want `so ctx cannot end it`
		return err
	}
	return (*sql.DB).Ping(db) // want `so ctx cannot end it`
}

// Three short forms in one function, one of which assigns to variables that exist.
func several(ctx context.Context, addr string) error {
	req := addr + "/a"
	resp, err := http.Get(req) // want `http.Get takes no context`
	if err != nil {
		return err
	}
	resp.Body.Close()
	resp, err = stock.Get(addr + "/b") // want `Get takes no context`
	if err != nil {
		return err
	}
	resp.Body.Close()
	for range 3 {
		last, err := stock.Head(addr) // want `Head takes no context`
		if err != nil {
			continue
		}
		last.Body.Close()
	}
	return nil
}

func passOn(ctx context.Context, addr string) (*http.Response, error) {
	return stock.Get(addr) // want `Get takes no context`
}

// The answer of an error is read: no fix.
func answered(ctx context.Context, addr string) (int, error) {
	resp, err := stock.Get(addr) // want `Get takes no context`
	if err != nil {
		if resp != nil {
			return resp.StatusCode, err
		}
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}
