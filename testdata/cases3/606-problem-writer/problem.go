package problem

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

type Problem struct{ Title, Trace string }

type traceKey struct{}

func write(w http.ResponseWriter, r *http.Request, p *Problem) error {
	p.Trace, _ = r.Context().Value(traceKey{}).(string)
	w.Header().Set("Content-Type", "application/problem+json")
	return json.NewEncoder(w).Encode(p)
}

func respond(w http.ResponseWriter, r *http.Request, err error) {
	w.WriteHeader(http.StatusInternalServerError)
	_ = write(w, r, &Problem{Title: err.Error()})
}

func load(ctx context.Context, db *sql.DB, id string) (string, error) {
	var v string
	err := db.QueryRowContext(ctx, "SELECT v FROM kv WHERE id=?", id).Scan(&v)
	return v, err
}

func Get(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := load(r.Context(), db, r.PathValue("id"))
		if err != nil {
			respond(w, r, err)
			return
		}
		w.Write([]byte(v))
	}
}
