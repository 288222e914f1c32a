package web

import (
	"context"
	"database/sql"
	"net/http"
)

type requestID struct{}

type front struct{ db *sql.DB }

func (f *front) order(w http.ResponseWriter, r *http.Request) {
	var state string
	err := f.db.QueryRowContext(r.Context(), "SELECT state FROM orders WHERE id=?", r.PathValue("id")).Scan(&state)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Write([]byte(state))
}

// Top gives each request an id.
func (f *front) Top(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithValue(context.Background(), requestID{}, r.Header.Get("X-Request-Id")) // want:detachedctx
	f.order(w, r.WithContext(ctx))                                                            // alt:detachedctx
}
