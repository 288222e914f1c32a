// none: server's write limit is the request limit plus ten seconds

package instances

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	requestLimit = 20 * time.Second
	writeLimit   = requestLimit + 10*time.Second
)

type API struct{ db *pgxpool.Pool }

func limited(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
		defer cancel()
		h(w, r.WithContext(ctx))
	}
}

func (a *API) get(w http.ResponseWriter, r *http.Request) {
	var state string
	err := a.db.QueryRow(r.Context(), "SELECT state FROM instances WHERE id = $1", r.PathValue("id")).Scan(&state)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "lookup failed", http.StatusInternalServerError)
	default:
		_ = json.NewEncoder(w).Encode(map[string]string{"state": state})
	}
}

func (a *API) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /instances/{id}", limited(a.get))
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 3 * time.Second,
		WriteTimeout:      writeLimit,
	}
}
