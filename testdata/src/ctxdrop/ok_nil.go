package ctxdrop

import (
	"context"
	"database/sql"
	"net"
	"net/http"
)

// There is none in this branch.
func okNil(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		return db.Ping()
	}
	return db.PingContext(ctx)
}

// Nobody can wait for it.
func okGo(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	go db.Exec("INSERT INTO audit VALUES (now())")
	go count(db)
	w.WriteHeader(http.StatusNoContent)
}

// The context is watched: when it ends, so does the connection.
func okWatched(ctx context.Context, addr string) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { c.Close() })
	return c, nil
}

func okSelect(ctx context.Context, db *sql.DB) error {
	done := make(chan error, 1)
	go func() { done <- db.Ping() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The request is answered in this process.
func okRecorded(ctx context.Context, h http.Handler, rec http.ResponseWriter) error {
	req, err := http.NewRequest(http.MethodGet, "/", nil)
	if err != nil {
		return err
	}
	h.ServeHTTP(rec, req)
	return nil
}

// A client's own dial is called later, by others.
func okDialLater(ctx context.Context) *http.Transport {
	return &http.Transport{Dial: func(network, addr string) (net.Conn, error) { return net.Dial(network, addr) }}
}
