// Package nodeadline_all runs with nodeadline: {request: all}.
package nodeadline_all

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

func visits(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, err := db.ExecContext(r.Context(), "UPDATE visits SET n = n+1"); err != nil { // want `r.Context\(\) carries no deadline, and nothing else bounds \(\*sql.DB\).ExecContext`
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

func okVisits(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		if _, err := db.ExecContext(ctx, "UPDATE visits SET n = n+1"); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}
