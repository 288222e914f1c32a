package derive

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type user struct{}

func derive(r *http.Request) (context.Context, context.CancelFunc) {
	ctx := context.WithValue(context.Background(), user{}, r.Header.Get("X-User")) // alt:detachedctx
	return context.WithTimeout(ctx, 10*time.Second)
}

func Count(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := derive(r) // alt:detachedctx
		defer cancel()
		var n int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n); err != nil { // want:detachedctx
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}
